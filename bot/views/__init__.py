"""What messages look like: data in, layouts out."""
