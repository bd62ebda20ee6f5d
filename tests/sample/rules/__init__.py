"""Prospect: sealed bids for sites among the stars, a secret charter, and points after each round."""
