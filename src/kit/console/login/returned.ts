import { loginPath } from '../boot/mode.ts';

/** What a sign-in elsewhere sent back behind the number sign: a ticket, or the code of what went wrong. */
export interface Returned {
  kind?: string | undefined;
  ticket?: string | undefined;
  problem?: string | undefined;
  reason?: string | undefined;
}

// Read when the program starts: what the start of the console does with the address comes later.
let words: Returned | undefined = window.location.pathname === loginPath ? wordsOf(window.location.hash) : undefined;

function wordsOf(hash: string): Returned | undefined {
  const given = new URLSearchParams(hash.slice(1));
  const word = (name: string): string | undefined => given.get(name)?.slice(0, 200);
  const found = { kind: word('kind'), ticket: word('ticket'), problem: word('problem'), reason: word('reason') };
  return found.ticket || found.problem ? found : undefined;
}

/** What came back with this page's address, once; it does not stay in the address. */
export function takeReturned(): Returned | undefined {
  const taken = words;
  words = undefined;
  if (taken && window.location.hash) window.history.replaceState(window.history.state, '', loginPath);
  return taken;
}
