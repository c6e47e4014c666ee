import { sql } from 'kysely';
import { findFile, keepMade } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { mayUseFile } from '#modules/file-security/server/public.ts';
import { checkMailAddress } from '#platform/mail/mail-address.ts';
import { mostRecipients, type MailParty } from '../../common/terminal/atoms.ts';
import { mailConnectionsOf } from '../engine/connections.ts';
import { MailFault } from '../engine/fault.ts';
import { fetchMail, inFolder } from '../engine/mails.ts';
import { assertMayTake } from '../terminal/part.ts';
import { mayIn, noRight, platformOf, talking, type OpenedBox } from '../terminal/open-box.ts';
import type { ComposedMail } from './compose.ts';

/** A mail as a terminal writes it. */
export interface WrittenMail {
  readonly from?: string | undefined;
  readonly to: readonly MailParty[];
  readonly cc: readonly MailParty[];
  readonly bcc: readonly MailParty[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly inReplyTo?: string | undefined;
  readonly references: readonly string[];
  readonly fileIds: readonly string[];
  readonly parts: readonly { readonly folder: string; readonly uid: number; readonly part: string }[];
}

const mebibyte = 1024 * 1024;
const hourMillis = 3_600_000;

/** An address as it was typed, checked (10400 at its field). */
function checked(path: string, party: MailParty): MailParty {
  const address = checkMailAddress(party.address);
  if (address === undefined || /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(party.name))
    throw new InvalidInput([{ path, namespace: 'mailboxes', key: 'issue.address', params: { address: party.address } }]);
  return { name: party.name, address };
}

/** Who a mail is from: an address of the box (else 17006), and who writes on its behalf where that is all they may. */
async function fromOf(
  call: ClientCall,
  { box, own, rights, account }: OpenedBox,
  { from, asBox }: { from: string | undefined; asBox: boolean | undefined },
): Promise<{ from: MailParty; sender: MailParty | null }> {
  const address = from === undefined ? box.address : (checkMailAddress(from) ?? from).toLowerCase();
  if (![box.address, ...box.aliases].includes(address)) throw new Refusal(17006, { address });
  const name = Object.values(account.name).find((one) => one !== undefined && one !== '') ?? '';
  const party = { name, address };
  if (own || (rights.has('sendAs') && asBox !== false)) return { from: party, sender: null };
  if (asBox === true) throw new Refusal(17006, { address });
  if (!rights.has('sendOnBehalf')) throw noRight('sendOnBehalf');
  // The person's own box, else the address of their record: without one there is nobody to name.
  const { rows } = await sql<{ address: string }>`select address from mail_account where employee_id = ${call.caller.uid}::uuid
    and kind = 'personal' order by enabled desc, address limit 1`.execute(call.db);
  const person = await call.services.directory.byUid(call.db, call.caller.uid);
  const own_ = rows[0]?.address ?? person?.email ?? undefined;
  const mine = own_ === undefined ? undefined : checkMailAddress(own_);
  if (mine === undefined) throw new Refusal(17006, { address });
  return { from: party, sender: { name: person?.name ?? '', address: mine } };
}

/** Who of the recipients works here, and whether any is outside: of none of the domains of our servers, and nobody's address here. */
async function readersOf(call: ClientCall, addresses: readonly string[]): Promise<{ ids: string[]; external: boolean }> {
  const { db, services } = call;
  const { rows: boxes } = await sql<{ address: string; person: string | null }>`select lower(address) as address,
      coalesce(employee_id, owner_id) as person from mail_account where lower(address) = any(${[...addresses]})`.execute(db);
  const { rows: servers } = await sql<{
    domain: string;
  }>`select distinct jsonb_array_elements_text(domains) as domain from mail_server`.execute(db);
  const people = await services.directory.matching(db, 'email', addresses);
  const inside = new Set([...boxes.map(({ address }) => address), ...people.flatMap(({ email }) => email?.toLowerCase() ?? [])]);
  const domains = new Set(servers.map(({ domain }) => domain));
  return {
    ids: [...new Set([...boxes.flatMap(({ person }) => person ?? []), ...people.map(({ uid }) => uid)])],
    external: addresses.some((one) => !inside.has(one) && !domains.has(one.slice(one.lastIndexOf('@') + 1))),
  };
}

type Attached = ComposedMail['files'][number] & { readonly id: string; readonly size: number };

/** Attachments of other mails of the box become files of the person's for an hour: what may be taken out may be handed on. */
async function handedOn(call: ClientCall, opened: OpenedBox, { folder, uid, part }: WrittenMail['parts'][number]): Promise<string> {
  if (!mayIn(opened.ways, folder, 'read')) throw noRight('read');
  const { box } = opened;
  const connections = mailConnectionsOf(call.services);
  const found = await talking(() =>
    connections.use(box, (client) =>
      inFolder(client, { folder }, async () => (await fetchMail(client, uid)).shape.parts.find((one) => one.part === part)),
    ),
  );
  if (!found) throw new Refusal(10404);
  await assertMayTake(call, found);
  const file = await talking(() =>
    connections.use(
      box,
      (client) =>
        inFolder(client, { folder }, async () => {
          const { content } = await client.download(String(uid), part, { uid: true });
          if (!content) throw new MailFault('missing');
          const draft = { name: found.name, type: found.contentType, purpose: 'mail', owner: call.caller.uid, keepMillis: hourMillis };
          return keepMade(call.services, content, draft);
        }),
      { millis: 120_000, bytes: 200 * mebibyte },
    ),
  );
  return file.id;
}

async function filesOf(
  call: ClientCall,
  opened: OpenedBox,
  written: WrittenMail,
  to: { readonly ids: readonly string[]; readonly external: boolean } | null,
): Promise<Attached[]> {
  const { services, db, caller, terminal } = call;
  const ids = [...written.fileIds];
  for (const part of written.parts) ids.push(await handedOn(call, opened, part));
  const files: Attached[] = [];
  for (const id of ids) {
    const { hash, name, type, size } = await findFile(db, caller.uid, id, services.now());
    files.push({ id, hash, name, type, size });
  }
  if (files.length > 0 && !opened.use.functions.has('attachments')) throw new Refusal(17001);
  const most = opened.box.limits.messageSize;
  const size = files.reduce((sum, one) => sum + Math.ceil((one.size * 4) / 3), 0) + written.text.length + written.html.length;
  if (size > most * mebibyte) throw new Refusal(17007, { n: `${most} MiB` });
  // A draft goes to nobody yet.
  if (!to) return files;
  for (const { id } of files) {
    const answer = await mayUseFile(services, {
      employeeId: caller.uid,
      action: 'send',
      platform: platformOf(call),
      address: caller.address || null,
      file: { fileId: id },
      recipientIds: to.ids,
      external: to.external,
      language: caller.language,
      installId: terminal.installId,
    });
    if (answer.code !== 0)
      throw new Refusal(answer.code, { message: answer.text ?? '', ref: answer.ref }, { decision: answer.ref, message: answer.text });
  }
  return files;
}

/** Checks a mail as a terminal wrote it: addresses, sender, attachments with file security, size. What comes out can be put together. */
export async function prepareMail(
  call: ClientCall,
  opened: OpenedBox,
  written: WrittenMail,
  { draft, asBox }: { draft: boolean; asBox?: boolean | undefined },
): Promise<ComposedMail & { readonly recipients: readonly string[] }> {
  const each = (path: 'to' | 'cc' | 'bcc'): MailParty[] => written[path].map((one, index) => checked(`${path}.${index}.address`, one));
  const [to, cc, bcc] = [each('to'), each('cc'), each('bcc')];
  const recipients = [...new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase()))];
  if (recipients.length > mostRecipients || (!draft && recipients.length === 0))
    throw new InvalidInput([{ path: 'to', namespace: 'mailboxes', key: 'issue.recipients', params: { n: mostRecipients } }]);
  const who = await fromOf(call, opened, { from: written.from, asBox });
  const files = await filesOf(call, opened, written, draft ? null : await readersOf(call, recipients));
  const domain = who.from.address.slice(who.from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<${newId()}@${domain}>`,
    date: new Date(call.services.now()),
    ...who,
    to,
    cc,
    bcc,
    recipients,
    subject: written.subject,
    text: written.text,
    html: written.html,
    inReplyTo: written.inReplyTo,
    references: written.references,
    files,
  };
}
