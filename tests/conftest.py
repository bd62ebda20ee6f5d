"""What all tests share: databases, and tables of the toy game."""

pytest_plugins = ["tests.databases", "tests.at_table"]
