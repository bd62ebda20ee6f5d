"""Prospect: sealed bids for sites, a secret charter, and points after each round."""
