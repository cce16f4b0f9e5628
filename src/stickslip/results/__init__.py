"""What a run leaves behind: trajectory, contacts, energy ledger, certificate; in memory or in an HDF5 file."""
