import { buffer } from 'node:stream/consumers';
import type { FetchMessageObject, ImapFlow, MailboxObject, MessageAddressObject, SearchObject } from 'imapflow';
import { pageMails, type MailMark, type MailParty, type MailRow } from '../../common/terminal/atoms.ts';
import { MailFault } from './fault.ts';
import { plain, shapeOf, type MailShape } from './structure.ts';

const dayMillis = 86_400_000;
const mostTextBytes = 1024 * 1024;
/** Numbers of mails that a search may name. */
const mostFound = 500_000;

/** Works in a folder of a box; the folder stays chosen until the work is done. */
export async function inFolder<T>(
  client: ImapFlow,
  { folder, write = false }: { folder: string; write?: boolean },
  work: (mailbox: MailboxObject) => Promise<T>,
): Promise<T> {
  const lock = await client.getMailboxLock(folder, { readOnly: !write, acquireTimeout: 10_000 });
  try {
    if (!client.mailbox) throw new MailFault('missing');
    return await work(client.mailbox);
  } finally {
    lock.release();
  }
}

const partyOf = (one: MessageAddressObject): MailParty => ({ name: plain(one.name, 200), address: plain(one.address, 254) });
/** People of a header, so many at most. */
export const partiesOf = (list: MessageAddressObject[] | undefined, most = 50): MailParty[] => (list ?? []).slice(0, most).map(partyOf);

/** A moment of a mail; null where it says none that there is. */
function momentOf(date: Date | string | undefined): number | null {
  const millis = date === undefined ? Number.NaN : new Date(date).getTime();
  return Number.isFinite(millis) && millis >= 0 ? millis : null;
}

const has = (mail: FetchMessageObject, flag: string): boolean => mail.flags?.has(flag) ?? false;

/** A mail as lists show it. */
export function rowOf(mail: FetchMessageObject): MailRow {
  const { envelope } = mail;
  const [from] = partiesOf(envelope?.from, 1);
  return {
    uid: mail.uid,
    from: from ?? null,
    to: partiesOf(envelope?.to, 20),
    subject: plain(envelope?.subject, 998),
    date: momentOf(mail.internalDate) ?? momentOf(envelope?.date),
    size: mail.size ?? 0,
    seen: has(mail, '\\Seen'),
    flagged: has(mail, '\\Flagged'),
    answered: has(mail, '\\Answered'),
    draft: has(mail, '\\Draft'),
    attachments: shapeOf(mail.bodyStructure).parts.some(({ inline }) => !inline),
    messageId: plain(envelope?.messageId, 998),
  };
}

/** The marks that a mail carries. */
export const marksOf = (mail: FetchMessageObject): MailMark[] =>
  (['seen', 'flagged', 'answered'] as const).filter((mark) => has(mail, flagOf(mark)));
/** A mark as IMAP calls it (RFC 9051, 2.3.2). */
export const flagOf = (mark: MailMark): string => `\\${mark.charAt(0).toUpperCase()}${mark.slice(1)}`;

const wanted = { uid: true, flags: true, envelope: true, internalDate: true, size: true, bodyStructure: true } as const;

/** Rows of these mails, the newest first. */
export async function rowsOf(client: ImapFlow, uids: readonly number[]): Promise<MailRow[]> {
  if (uids.length === 0) return [];
  const rows = (await client.fetchAll([...uids], wanted, { uid: true })).map(rowOf);
  return rows.toSorted((one, other) => other.uid - one.uid);
}

/** Numbers of the mails that fulfil something, in their order. */
export async function findUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (found === false || found === undefined) throw new MailFault('refusedBySystem');
  if (found.length > mostFound) throw new MailFault('tooLarge');
  return found.toSorted((one, other) => one - other);
}

/** What of a folder is looked at: so many days, and not what was deleted. */
export const within = (syncDays: number, now: number): SearchObject => ({
  deleted: false,
  ...(syncDays > 0 && { since: new Date(now - syncDays * dayMillis) }),
});

/** One page of a folder, the newest first. */
export async function pageOf(
  client: ImapFlow,
  query: SearchObject,
  before: number | undefined,
): Promise<{ total: number; list: MailRow[]; before: number | null }> {
  const all = await findUids(client, query);
  const older = before === undefined ? all : all.filter((one) => one < before);
  const page = older.slice(-pageMails);
  return { total: all.length, list: await rowsOf(client, page), before: older.length > page.length ? (page[0] ?? null) : null };
}

/** A mail with its structure; a fault `missing` where there is none. */
export async function fetchMail(client: ImapFlow, uid: number): Promise<{ mail: FetchMessageObject; shape: MailShape }> {
  const mail = await client.fetchOne(uid, { ...wanted, headers: ['references'] }, { uid: true });
  if (!mail) throw new MailFault('missing');
  return { mail, shape: shapeOf(mail.bodyStructure) };
}

/** The text of a part, whatever its character set says; cut where it is longer than anybody reads. */
export async function textOf(client: ImapFlow, uid: number, part: string | null): Promise<{ text: string; cut: boolean }> {
  if (part === null) return { text: '', cut: false };
  const found = await client.download(String(uid), part, { uid: true, maxBytes: mostTextBytes });
  if (!found.content) return { text: '', cut: false };
  const bytes = await buffer(found.content);
  // Bytes that are no text become a sign that says so; null bytes nobody can keep.
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, mostTextBytes)).replaceAll('\u0000', '');
  return { text, cut: (found.meta.expectedSize ?? 0) > mostTextBytes || bytes.length >= mostTextBytes };
}

/** Numbers as ranges (`1:4,7`). */
export function rangesOf(uids: readonly number[]): string {
  const parts: string[] = [];
  for (let from = 0; from < uids.length;) {
    let to = from;
    while (to + 1 < uids.length && uids[to + 1] === uids[to]! + 1) to += 1;
    parts.push(from === to ? String(uids[from]) : `${uids[from]}:${uids[to]}`);
    from = to + 1;
  }
  return parts.join(',');
}
