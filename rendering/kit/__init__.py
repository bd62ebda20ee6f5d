"""What the pictures of all games share: fonts, palette, icons, cards, tokens, and fitting text."""
