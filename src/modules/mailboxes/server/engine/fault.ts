import { SmtpError, smtpErrorOf } from '#platform/mail/smtp-error.ts';
import { toOutboundError } from '#platform/outbound/outbound-error.ts';
import type { MailFaultClass } from '../../common/engine/words.ts';

/** A failed talk with a mail server. Its words are the server's: for who writes or administers the mail, and nobody else. */
export class MailFault extends Error {
  readonly fault: MailFaultClass;
  readonly words: string;
  constructor(fault: MailFaultClass, more: { words?: string; cause?: unknown } = {}) {
    super(`The mail server: ${fault}`, { cause: more.cause });
    this.name = 'MailFault';
    this.fault = fault;
    this.words = more.words ?? '';
  }
}

const certificate =
  /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERR_TLS_CERT)|altnames|self[- ]signed|\bcertificate\b/i;
const byCode: Readonly<Record<string, MailFaultClass>> = {
  CONNECT_TIMEOUT: 'timeout',
  GREETING_TIMEOUT: 'timeout',
  UPGRADE_TIMEOUT: 'timeout',
  ETIMEOUT: 'timeout',
  LockTimeout: 'busy',
  ETHROTTLE: 'busy',
  LineTooLarge: 'tooLarge',
  LiteralTooLarge: 'tooLarge',
  ResponseTooLarge: 'tooLarge',
  NotFound: 'missing',
};
/** Response codes of RFC 5530 and 9208. */
const byResponse: Readonly<Record<string, MailFaultClass>> = {
  OVERQUOTA: 'full',
  NONEXISTENT: 'missing',
  TRYCREATE: 'missing',
  UNAVAILABLE: 'busy',
  INUSE: 'busy',
  NOPERM: 'refusedBySystem',
  LIMIT: 'refusedBySystem',
};

const read = (error: unknown, name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether the certificate is what is wrong, by whoever noticed it in the chain of causes. */
function isCertificate(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if ([textOf(read(current, 'code')), textOf(read(current, 'originalCode')), current.message].some((one) => certificate.test(one)))
      return true;
    current = current.cause;
  }
  return false;
}

/** The words of a server without control characters. */
const plainWords = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500);

/** Any error of a talk with a mail server in our classes. */
export function mailFaultOf(error: unknown): MailFault {
  if (error instanceof MailFault) return error;
  const make = (fault: MailFaultClass, words = ''): MailFault => new MailFault(fault, { words: plainWords(words), cause: error });
  const words = textOf(read(error, 'responseText')) || textOf(read(error, 'response'));
  const known = byResponse[textOf(read(error, 'serverResponseCode'))];
  if (known !== undefined) return make(known, words);
  if (read(error, 'authenticationFailed') === true) return make('signIn', words);
  if (read(error, 'mailboxMissing') === true) return make('missing', words);
  const coded = byCode[textOf(read(error, 'code'))];
  if (coded !== undefined) return make(coded);
  if (isCertificate(error)) return make('certificate');
  if (read(error, 'tlsFailed') === true) return make('tls');
  if (error instanceof SmtpError) return make(error.reason, error.answer?.text ?? '');
  if (textOf(read(error, 'responseStatus')) !== '') return make('refusedBySystem', words);
  return make(toOutboundError(error).category);
}

/** The same for what was said while mail was handed over. */
export const smtpFaultOf = (error: unknown): MailFault => mailFaultOf(isCertificate(error) ? error : smtpErrorOf(error, 'connect'));
