"""Second-order schemes with impulses at closures."""
