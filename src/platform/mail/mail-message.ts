import { checkMailAddress, isHeaderText, type MailAddress } from './mail-address.ts';

/** One mail; at least text or html. Attachments are bytes, never a path or an address. */
export interface MailMessage {
  /** Stays the same at every try, so that a receiver knows what it has already. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: MailAddress;
  /** One person: a mail to several could be taken for some of them only. */
  readonly to: MailAddress;
  readonly replyTo?: MailAddress;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: readonly { name: string; type: string; content: Buffer }[];
}

/** Key that signs a mail (RFC 6376): the key that the domain publishes under the selector. */
export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** A mail as it travels. */
export interface BuiltMail {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
}

/** What is wrong with a mail before anybody is asked: an address, a header that would begin another one, its size. */
export type MessageFault = 'address' | 'message' | 'size';

type Party = { name: string; address: string };
const party = (one: MailAddress): Party => ({ name: one.name ?? '', address: checkMailAddress(one.address) ?? '' });

function faultOf(message: MailMessage): MessageFault | undefined {
  const people = [message.from, message.to, ...(message.replyTo ? [message.replyTo] : [])];
  if (people.some((one) => checkMailAddress(one.address) === undefined || !isHeaderText(one.name ?? ''))) return 'address';
  const names = (message.attachments ?? []).flatMap((one) => [one.name, one.type]);
  const isGood =
    /^<[^<>\s]+@[^<>\s]+>$/.test(message.messageId) &&
    typeof (message.text ?? '') === 'string' &&
    typeof (message.html ?? '') === 'string' &&
    (message.text ?? message.html) !== undefined &&
    [message.subject, ...names].every(isHeaderText);
  return isGood ? undefined : 'message';
}

/** Puts a mail together and signs it; answers what is wrong with it where something is. The library may read neither files nor addresses. */
export async function buildMail(
  message: MailMessage,
  options: { dkim?: DkimKey; maxBytes?: number } = {},
): Promise<BuiltMail | MessageFault> {
  const fault = faultOf(message);
  if (fault) return fault;
  // Its parts are loaded with the first mail: the start is quicker without.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composed = new MailComposer({
    messageId: message.messageId,
    date: message.date,
    from: party(message.from),
    to: party(message.to),
    ...(message.replyTo && { replyTo: party(message.replyTo) }),
    subject: message.subject,
    ...(message.text !== undefined && { text: message.text }),
    ...(message.html !== undefined && { html: message.html }),
    attachments: (message.attachments ?? []).map((one) => ({ filename: one.name, contentType: one.type, content: one.content })),
    // Nobody's holiday answer comes back to a product.
    headers: { 'Auto-Submitted': 'auto-generated' },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const plain = await composed.compile().build();
  if (plain.length > (options.maxBytes ?? Infinity)) return 'size';
  const raw = options.dkim ? await signed(plain, options.dkim) : plain;
  return { from: party(message.from).address, to: party(message.to).address, raw };
}

async function signed(plain: Buffer, { domain, selector, privateKey }: DkimKey): Promise<Buffer> {
  const { default: Dkim } = await import('nodemailer/lib/dkim');
  const stream = new Dkim({ domainName: domain, keySelector: selector, privateKey }).sign(plain);
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}
