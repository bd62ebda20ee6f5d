"""One file a step, numbered, never changed once it has been released."""
