"""What lies between the bot and Discord: the gateway, rate-limited calls, servers, shards."""
