"""What all tests share: databases, tables of the toy game, and scripts of chance that must be drawn."""

pytest_plugins = ["tests.databases", "tests.at_table", "tests.table"]
