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

/** What the link of an administrator brings: an account and its one-time password, behind the number sign so that no server writes it down. */
export interface Invited {
  account: string;
  once: string;
}

let invited: Invited | undefined = window.location.pathname === loginPath ? invitedBy(window.location.hash) : undefined;

function invitedBy(hash: string): Invited | undefined {
  const given = new URLSearchParams(hash.slice(1));
  const [account, once] = [given.get('account')?.slice(0, 128), given.get('once')?.slice(0, 200)];
  return account && once ? { account, once } : undefined;
}

/** Who was invited by the address of this page; it does not stay there. Forgotten once the password is changed. */
export function invitation(): Invited | undefined {
  if (invited && window.location.hash) window.history.replaceState(window.history.state, '', loginPath);
  return invited;
}

/** The password of the link was changed: it is nobody's any more. */
export function forgetInvitation(): void {
  invited = undefined;
}
