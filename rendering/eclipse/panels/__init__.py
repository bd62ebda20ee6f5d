"""What one seat decides by, one module a kind of picture."""
