import { toOutboundError, type OutboundCategory } from '../outbound/outbound-error.ts';

/** Why a server did not take a mail. certificate: it is that of another host; signIn, sender, recipient, refusedBySystem: its answer; the rest as outbound. */
export type SmtpReason = 'certificate' | 'signIn' | 'sender' | 'recipient' | 'refusedBySystem' | OutboundCategory;

/** The last words of a server. */
export interface SmtpAnswer {
  readonly code: number;
  readonly text: string;
}

/** A failed talk. Its text may repeat what a server said: it is for administrators of the mail alone. */
export class SmtpError extends Error {
  readonly reason: SmtpReason;
  /** How far it came: no session at all, or one that did not take this mail. */
  readonly phase: 'connect' | 'mail';
  readonly answer: SmtpAnswer | undefined;
  constructor(reason: SmtpReason, phase: 'connect' | 'mail', more: { answer?: SmtpAnswer | undefined; cause?: unknown } = {}) {
    super(`Not sent: ${reason}`, { cause: more.cause });
    this.name = 'SmtpError';
    this.reason = reason;
    this.phase = phase;
    this.answer = more.answer;
  }
  /** Whether the same mail may be taken later: everything but a server's final no to the mail or its recipient. */
  get later(): boolean {
    if (this.phase === 'connect' || (this.reason !== 'recipient' && this.reason !== 'refusedBySystem')) return true;
    return this.answer === undefined || this.answer.code < 500;
  }
}

const mostLetters = 500;

/** Code and text of a reply, its control characters gone. */
export function answerOf(reply: string | undefined): SmtpAnswer | undefined {
  const code = /^\d{3}/.exec(reply ?? '')?.[0];
  if (reply === undefined || code === undefined) return undefined;
  const text = reply.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return { code: Number(code), text: text.slice(0, mostLetters) };
}

const textIn = (error: unknown, name: string): string => {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : '';
};

/** The library's error in our words. */
export function smtpErrorOf(error: unknown, phase: 'connect' | 'mail'): SmtpError {
  if (error instanceof SmtpError) return error;
  const words = answerOf(textIn(error, 'response'));
  // A greeting is no answer to anything that we said: its words stay where they are, and its code is told.
  const isGreeting = textIn(error, 'command') === 'CONN';
  const answer = words && isGreeting ? { code: words.code, text: String(words.code) } : words;
  return new SmtpError(reasonOf(error, answer), phase, { answer, cause: error });
}

function reasonOf(error: unknown, answer: SmtpAnswer | undefined): SmtpReason {
  const codes = [textIn(error, 'code'), textIn(error, 'originalCode')];
  const message = error instanceof Error ? error.message : '';
  if (codes.includes('ERR_TLS_CERT_ALTNAME_INVALID') || /altnames/i.test(message)) return 'certificate';
  if (codes.includes('EAUTH') || codes.includes('ENOAUTH')) return 'signIn';
  // A server without STARTTLS refuses the command: that is about encryption, not about a mail.
  if (codes.includes('ETLS')) return 'tls';
  const command = textIn(error, 'command');
  if (answer && command === 'MAIL FROM') return 'sender';
  if (answer && command === 'RCPT TO') return 'recipient';
  if (answer && answer.code >= 400) return 'refusedBySystem';
  if (codes.includes('ETIMEDOUT')) return 'timeout';
  // The library keeps the system call but replaces ECONNREFUSED and its like by a code of its own.
  if (error instanceof Error && Reflect.get(error, 'syscall') === 'connect') return 'refused';
  if (error instanceof Error && ('cert' in error || /certificate|self[- ]signed|\b(?:ssl|tls)\b/i.test(message))) return 'tls';
  return toOutboundError(error).category;
}
