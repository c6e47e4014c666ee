import { domainToASCII } from 'node:url';

/** A person or list that a mail goes to; `name` is shown. */
export interface MailAddress {
  readonly address: string;
  readonly name?: string;
}

// RFC 5321 dot-string local part (no quoted form: it exists to smuggle) and a domain of at least two labels or a single intranet label.
const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domain = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** The address with its domain in ASCII, or undefined when it is none: no control characters, comments, quotes, lists or groups. */
export function checkMailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > 254) return undefined;
  const user = text.slice(0, at);
  const written = text.slice(at + 1);
  // The ASCII form drops tabs and line breaks silently: they are refused before.
  if (!local.test(user) || user.length > 64 || /[\s\p{C}%/:?#[\]\\]/u.test(written)) return undefined;
  const host = domainToASCII(written).toLowerCase();
  return domain.test(host) ? `${user}@${host}` : undefined;
}

/** Whether a header text (name, subject) holds anything that could begin another header. */
export function isHeaderText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);
}
