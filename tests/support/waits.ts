/**
 * How long a test waits for something that comes about in the end, in milliseconds. A wait ends at once when the thing is there, so that a
 * quiet machine loses nothing. A test never asserts how fast something came about.
 */
export const LONGEST_WAIT_MS = 90_000;

/** The limit of a test and of a hook, in milliseconds: longer than the waits inside. */
export const TEST_LIMIT_MS = 300_000;
