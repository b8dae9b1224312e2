"""The submarine: the physics of its hull, and the pilots that steer it."""
