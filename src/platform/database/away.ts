/**
 * Whether an error says that the database is away for now: PostgreSQL's classes 08 (connection), 53 (resources, among them a full disk)
 * and 57P (shutdown, crash, starting), its being read-only or unable to write (25006, 58030), a refused or broken socket, or a
 * connection that pg has given up. What failed so may be tried again; whether a commit under way was done is not known.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown };
  const word = typeof code === 'string' ? code : '';
  if (/^(08|53|57P)|^25006$|^58030$/.test(word) || BROKEN.has(word)) return true;
  // The socket's file is gone with its server; a missing file of ours is another matter.
  if (word === 'ENOENT' && syscall === 'connect') return true;
  return typeof message === 'string' && GIVEN_UP.test(message);
}

const BROKEN = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']);

/** What pg and its pool say themselves, without a code. */
const GIVEN_UP =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
