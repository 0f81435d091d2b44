"""Long work in parts: kept as files, resumed, split into shards, handed to a cluster, gathered."""
