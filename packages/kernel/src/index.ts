// Placeholder: the public face of this package is still to be written.
export {}
