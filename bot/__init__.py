"""The Discord side: commands, panels, posts, the Table service, the local table."""
