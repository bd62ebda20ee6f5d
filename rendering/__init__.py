"""Pictures: a view in, an image and its alt text out. Also the place where texts are put into words."""
