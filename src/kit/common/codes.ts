/** Codes of answers that belong to the house itself (conventions: 0 is success; a module's own codes start with its two digits). */
export const code = {
  done: 0,
  invalid: 10400,
  signIn: 10401,
  notFound: 10404,
  stale: 10409,
  inUse: 10410,
  taken: 10411,
  wrongState: 10412,
  tooLarge: 10413,
  licence: 10423,
  /** A second person must agree first; `data.requestId`. */
  approval: 11070,
  /** Changes whose lines of the journal are past their time. */
  past: 11085,
  stepUp: 10428,
  tooMany: 10429,
  /** A one-time or expired password must be changed before anything else. */
  passwordDue: 10430,
  /** Signed in, but the second factor must be given or set up before anything else. */
  factorDue: 10431,
  /** Already signed in at as many places as are allowed. */
  sessionLimit: 10432,
  /** Only in a session of one's own: not with a token of a program. */
  inPerson: 10433,
  /** Who looks at the console as somebody else changes nothing. */
  viewOnly: 10434,
  internal: 10500,
  otherSide: 10502,
  unavailable: 10503,
  outOfRange: 10910,
  noSession: 65001,
  notGranted: 65002,
  sessionEnded: 65003,
} as const;

/** One mistake in an input: the path of its field (`rows.3.name`) and what is wrong, in the reader's language. */
export interface Issue {
  path: string;
  message: string;
}

/** Every answer on the wire. */
export interface Envelope<T> {
  code: number;
  msg: string;
  data: T;
}

/** The namespace of the catalogue in which the text `error.<code>` of a code is found. */
export function moduleOfCode(answer: number): string {
  return modulesByTens[Math.floor(answer / 10)] ?? modulesByDigits[Math.floor(answer / 1000)] ?? 'kit';
}

/** Areas of several modules share their digits. */
const modulesByTens: Record<number, string> = {
  1303: 'app-certificates',
  1304: 'app-pages',
  1305: 'app-pages',
  1306: 'widgets',
  1820: 'file-security',
  1821: 'file-security',
  1822: 'file-security',
  1823: 'file-security',
  1824: 'file-security',
  1825: 'file-security',
  1800: 'address-groups',
  1703: 'mika',
  1704: 'mika',
  1705: 'todo-forms',
  1706: 'todo-forms',
  1707: 'todo-forms',
  1709: 'robots',
  1710: 'robots',
};

const modulesByDigits: Record<number, string> = {
  11: 'system',
  12: 'user-centre',
  13: 'apps',
  14: 'access',
  15: 'public-accounts',
  16: 'messaging',
  17: 'mailboxes',
  18: 'devices',
  19: 'logs',
  20: 'contacts',
  21: 'operations',
  22: 'meetings',
  23: 'terminal',
};
