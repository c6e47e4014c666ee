import nodemailer from 'nodemailer';
import type { CheckedAddress } from '../outbound/guard.ts';
import { OutboundError, toOutboundError } from '../outbound/outbound-error.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { tlsOptions } from '../outbound/outbound-tls.ts';
import type { TlsSettings } from '../outbound/outbound-tls.ts';
import { checkMailAddress, isHeaderText } from './mail-address.ts';
import type { MailAddress } from './mail-address.ts';

/** How mail leaves. `tls`: encrypted from the start (465); `starttls`: refused unless the server offers it (587); `none`: plain. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user?: string;
  readonly password?: string;
  readonly from: MailAddress;
  readonly tls?: TlsSettings;
  /** Whole dialogue, ms (30,000). */
  readonly timeoutMs?: number;
  /** What we call ourselves in EHLO. */
  readonly ourName?: string;
}

/** One mail; at least text or html. Attachments are bytes, never a path or an address. */
export interface MailMessage {
  readonly to: readonly MailAddress[];
  readonly cc?: readonly MailAddress[];
  readonly bcc?: readonly MailAddress[];
  readonly replyTo?: MailAddress;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: readonly { name: string; type: string; content: Buffer }[];
}

/** Why a mail was not sent. address, message: ours to correct; signIn, recipient, refusedBySystem: the server's answer; the rest as outbound. */
export type MailFailure = 'address' | 'message' | 'signIn' | 'recipient' | 'refusedBySystem' | 'notConfigured' | OutboundError['category'];

/** What became of a mail. `retry`: the same mail may succeed later. */
export type MailResult =
  | { readonly ok: true; readonly messageId: string; readonly accepted: string[]; readonly rejected: string[] }
  | { readonly ok: false; readonly reason: MailFailure; readonly retry: boolean; readonly addresses?: string[] };

type Party = { name: string; address: string };
const maxRecipients = 500;

function checkMessage(config: MailConfig, message: MailMessage): MailResult | undefined {
  const people = [
    config.from,
    ...message.to,
    ...(message.cc ?? []),
    ...(message.bcc ?? []),
    ...(message.replyTo === undefined ? [] : [message.replyTo]),
  ];
  const bad = people.filter((one) => checkMailAddress(one.address) === undefined || !isHeaderText(one.name ?? ''));
  if (bad.length > 0) return { ok: false, reason: 'address', retry: false, addresses: bad.map((one) => one.address) };
  const recipients = message.to.length + (message.cc?.length ?? 0) + (message.bcc?.length ?? 0);
  const names = (message.attachments ?? []).flatMap((one) => [one.name, one.type]);
  const isGood =
    recipients > 0 &&
    recipients <= maxRecipients &&
    (message.text ?? message.html) !== undefined &&
    [message.subject, ...names].every(isHeaderText);
  return isGood ? undefined : { ok: false, reason: 'message', retry: false };
}

const party = (one: MailAddress): Party => ({ name: one.name ?? '', address: checkMailAddress(one.address) ?? '' });
const parties = (list: readonly MailAddress[] | undefined): Party[] => (list ?? []).map(party);
const bare = (entry: string | { address: string }): string => (typeof entry === 'string' ? entry : entry.address);

/** The library's error in our words; its text may repeat the server's banner and is not passed on. */
function failureOf(error: unknown): { reason: MailFailure; retry: boolean } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const answer = error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
  const later = answer >= 400 && answer < 500;
  if (code === 'EAUTH' || code === 'ENOAUTH') return { reason: 'signIn', retry: later && answer !== 0 };
  if (code === 'ETLS') return { reason: 'tls', retry: true };
  if (code === 'ETIMEDOUT') return { reason: 'timeout', retry: true };
  if (code === 'EENVELOPE') return { reason: 'recipient', retry: later };
  if (answer >= 400) return { reason: 'refusedBySystem', retry: later };
  // The library keeps the system call but replaces ECONNREFUSED and its like by a code of its own.
  if (error instanceof Error && 'syscall' in error && error.syscall === 'connect') return { reason: 'refused', retry: true };
  if (error instanceof Error && ('cert' in error || /certificate|self[- ]signed|altnames|\b(?:ssl|tls)\b/i.test(error.message)))
    return { reason: 'tls', retry: true };
  const outbound = toOutboundError(error);
  return { reason: outbound.category, retry: outbound.category !== 'denied' };
}

function transportOf(config: MailConfig, checked: CheckedAddress) {
  const limit = config.timeoutMs ?? 30_000;
  const isSecret = config.user !== undefined && config.user !== '';
  return nodemailer.createTransport({
    // The checked address, so that the library has nothing to resolve; the name goes to TLS.
    host: checked.address,
    port: config.port,
    secure: config.security === 'tls',
    requireTLS: config.security === 'starttls',
    ignoreTLS: config.security === 'none',
    tls: { servername: config.tls?.servername ?? config.host, ...tlsOptions(config.tls ?? {}, checked) },
    ...(isSecret ? { auth: { user: config.user ?? '', pass: config.password ?? '' } } : {}),
    ...(config.ourName === undefined ? {} : { name: config.ourName }),
    connectionTimeout: limit,
    greetingTimeout: limit,
    socketTimeout: limit,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function deliver(config: MailConfig, message: MailMessage, checked: CheckedAddress): Promise<MailResult> {
  const transport = transportOf(config, checked);
  const everybody = [...parties(message.to), ...parties(message.cc), ...parties(message.bcc)].map((one) => one.address);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // Each step has its own limit inside the library; this one is for the whole.
    timer = setTimeout(() => reject(new OutboundError('timeout', 'no answer in time')), config.timeoutMs ?? 30_000);
  });
  const sent = transport.sendMail({
    from: party(config.from),
    to: parties(message.to),
    cc: parties(message.cc),
    ...(message.replyTo === undefined ? {} : { replyTo: party(message.replyTo) }),
    subject: message.subject,
    ...(message.text === undefined ? {} : { text: message.text }),
    ...(message.html === undefined ? {} : { html: message.html }),
    attachments: (message.attachments ?? []).map((one) => ({ filename: one.name, contentType: one.type, content: one.content })),
    envelope: { from: party(config.from).address, to: everybody },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const info = await Promise.race([sent, late]);
    return { ok: true, messageId: info.messageId, accepted: info.accepted.map(bare), rejected: info.rejected.map(bare) };
  } finally {
    clearTimeout(timer);
    sent.catch(() => undefined);
    transport.close();
  }
}

/** Sends one mail through the egress guard, in its pool and breaker; never throws for what the other side does. */
export async function sendMail(outbound: Outbound, config: MailConfig, message: MailMessage): Promise<MailResult> {
  const wrong = checkMessage(config, message);
  if (wrong !== undefined) return wrong;
  try {
    return await outbound.run(`smtp://${config.host}:${config.port}`, async () => {
      const checked = await outbound.resolve(config.host, config.port);
      // A password in the clear is for a relay in the same house only.
      if (config.security === 'none' && config.user !== undefined && !checked.isInside)
        return { ok: false, reason: 'tls', retry: false } as const;
      try {
        return await deliver(config, message, checked);
      } catch (error) {
        const failure = failureOf(error);
        if (failure.reason === 'refused' || failure.reason === 'timeout' || failure.reason === 'tls' || failure.reason === 'protocol') {
          throw new OutboundError(failure.reason, 'mail', { cause: error });
        }
        return { ok: false, ...failure } as const;
      }
    });
  } catch (error) {
    const { category } = toOutboundError(error);
    return { ok: false, reason: category, retry: category !== 'denied' };
  }
}

/** Sends the product's mail. */
export interface Mailer {
  send(message: MailMessage): Promise<MailResult>;
}

/** A mailer whose settings are read anew for each mail, so that a change takes effect at once; undefined settings: `notConfigured`. */
export function createMailer(options: { outbound: Outbound; config: () => Promise<MailConfig | undefined> }): Mailer {
  return {
    async send(message) {
      const config = await options.config();
      return config === undefined ? { ok: false, reason: 'notConfigured', retry: true } : sendMail(options.outbound, config, message);
    },
  };
}
