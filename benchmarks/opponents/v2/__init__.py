"""The second generation: Race for the Galaxy, whose robot's worths were still judged by hand."""
