import type { SmtpServer } from '#platform/mail/smtp-session.ts';
import { tlsOf, type MailPlace, type MailSignIn } from './place.ts';

const securities = { tls: 'tls', startTls: 'starttls', plain: 'none' } as const;
/** A mail of the largest size on a slow line. */
const sendMillis = 120_000;

/** The way out as the mail connection of the product wants it. */
export function smtpServerOf(place: MailPlace, signIn: MailSignIn | null): SmtpServer {
  return {
    host: place.host,
    port: place.port,
    security: securities[place.security],
    ...(signIn && { auth: { user: signIn.user, password: signIn.password } }),
    tls: tlsOf(place),
    timeoutMs: sendMillis,
  };
}
