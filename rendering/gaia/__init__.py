"""Pictures of Gaia Project."""
