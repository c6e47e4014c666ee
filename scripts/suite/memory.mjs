import { freemem } from 'node:os';

const gib = 1024 ** 3;

/** Bytes that may still be used, by this machine and by the group in which a container holds the run. */
const available = () => Math.min(freemem(), process.availableMemory?.() ?? Infinity);

/**
 * The type check and the linter by types (both written in Go) live for a minute and end: what they collect meanwhile is a third of their
 * work, for a fifth less memory. Where there is room, they begin to collect only at six gigabytes each.
 */
export const collectLate = () => (available() > 16 * gib ? { GOGC: 'off', GOMEMLIMIT: '6GiB' } : {});
