/** A file that cannot be used; the message says why, for people. */
export class UnreadableFileError extends Error {}
