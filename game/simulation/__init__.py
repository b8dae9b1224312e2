"""The fixed-step world: ticks, rules, events, chance, traces. No window, no clock."""
