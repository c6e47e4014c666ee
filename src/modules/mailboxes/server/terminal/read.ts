import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { cleanForeignHtml } from '#modules/mail/server/public.ts';
import type { BoxRight } from '../../common/boxes/words.ts';
import { pageMails } from '../../common/terminal/atoms.ts';
import type * as contract from '../../common/terminal/read.contract.ts';
import type { EngineBox } from '../engine/box.ts';
import { mailConnectionsOf } from '../engine/connections.ts';
import { fetchMail, findUids, inFolder, marksOf, pageOf, partiesOf, rangesOf, rowOf, rowsOf, textOf, within } from '../engine/mails.ts';
import { plain } from '../engine/structure.ts';
import { boxesOf } from '../reach.ts';
import { foldersOf } from './folders.ts';
import { keeping } from './kept.ts';
import { mailUseOf, mayIn, openBox, talking, type OpenedBox, type BoxRequest } from './open-box.ts';
import { waitingOf } from '../sending/waiting.ts';

const mebibyte = 1024 * 1024;

interface Setting {
  readonly block: boolean;
  readonly banner: LocalDraft;
  readonly notify: 'none' | 'sender' | 'subject';
  readonly undo: number;
  readonly later: number;
  readonly keep: number;
}

/** What holds for mail on all terminals. */
export async function settingOf({ db }: Pick<ClientCall, 'db'>): Promise<Setting> {
  const { rows } = await sql<Setting>`select block_remote_images as block, external_banner as banner, notify, undo_send_seconds as undo,
    send_later_days as later, keep_cache_days as keep from mail_setting`.execute(db);
  return rows[0]!;
}

/** The boxes that somebody may open, each once. */
export async function accounts(call: ClientCall): Promise<ClientReply<typeof contract.clientMailAccounts>> {
  const { db, caller } = call;
  const use = await mailUseOf(call, null);
  const { notify, block, undo, later, keep } = await settingOf(call);
  const all = await boxesOf(db, caller.uid);
  const ids = [...new Set(all.map(({ account }) => account.id))];
  const { rows } = await sql<{
    id: string;
    asks: boolean;
    limits: EngineBox['limits'];
  }>`select a.id, s.sign_in = 'own' as asks, s.limits from mail_account a join mail_server s on s.id = a.server_id
    where a.id = any(${ids}::uuid[])`.execute(db);
  const facts = new Map(rows.map((row) => [row.id, row]));
  return {
    functions: [...use.functions],
    offlineDays: use.offlineDays,
    setting: {
      blockRemoteImages: block,
      notify,
      undoSendSeconds: undo,
      sendLaterDays: later,
      keepCacheDays: keep,
    },
    accounts: ids.map((id) => {
      const ways = all.filter(({ account }) => account.id === id);
      const { account } = ways[0]!;
      const own = ways.some(({ authId }) => authId === null);
      const known = facts.get(id);
      return {
        id,
        address: account.address,
        name: pick(account.name, caller.language),
        kind: account.kind,
        own,
        rights: [...new Set(ways.flatMap(({ rights }) => rights))],
        folders: ways.some(({ folders }) => folders === null) ? null : [...new Set(ways.flatMap(({ folders }) => folders ?? []))],
        state: account.state,
        asksPassword: own && known?.asks === true && account.state !== 'ready',
        addresses: [account.address, ...account.aliases],
        signature: account.signature ? pick(account.signature, caller.language) : '',
        messageSize: (known?.limits.messageSize ?? 0) * mebibyte,
        syncDays: known?.limits.syncDays ?? 0,
      };
    }),
    waiting: await waitingOf(call),
  };
}

const reading = (accountId: string, folder: string | null, uses: BoxRequest['uses'] = 'read'): BoxRequest => ({
  accountId,
  folder,
  uses,
  rights: ['read'],
  action: 'read',
});

/** Folders with their counts. */
export async function folders(
  call: ClientCall,
  { accountId }: ClientInput<typeof contract.clientMailFolders>,
): Promise<ClientReply<typeof contract.clientMailFolders>> {
  const opened = await openBox(call, reading(accountId, null));
  const maySee = (path: string): boolean => mayIn(opened.ways, path, 'read');
  const seen = await keeping(call, { accountId, folder: '' }, () =>
    // All of them are kept: who may see which is decided at each call.
    talking(() => mailConnectionsOf(call.services).use(opened.box, (client) => foldersOf(client, opened.box, () => true))),
  );
  return { ...seen, folders: seen.folders.filter(({ path }) => maySee(path)) };
}

/** A page of a folder. */
export async function list(
  call: ClientCall,
  { accountId, folder, before, unseen, flagged }: ClientInput<typeof contract.clientMailList>,
): Promise<ClientReply<typeof contract.clientMailList>> {
  const opened = await openBox(call, reading(accountId, folder));
  const read = () =>
    work(call, opened, folder, async (client, { uidValidity }) => {
      const query = { ...within(opened.box.limits.syncDays, call.services.now()), ...marked({ unseen, flagged }) };
      return { uidValidity: String(uidValidity), ...(await pageOf(client, query, before)) };
    });
  const isFirst = before === undefined && unseen === undefined && flagged === undefined;
  return isFirst ? keeping(call, { accountId, folder }, read) : { ...(await read()), keptAt: null };
}

const marked = ({ unseen, flagged }: { unseen?: boolean | undefined; flagged?: boolean | undefined }) => ({
  ...(unseen !== undefined && { seen: !unseen }),
  ...(flagged !== undefined && { flagged }),
});

/** Works in a folder over a connection of the box. */
function work<T>(
  { services }: ClientCall,
  { box }: OpenedBox,
  folder: string,
  does: (...given: [client: Parameters<typeof rowsOf>[0], mailbox: Parameters<Parameters<typeof inFolder>[2]>[0]]) => Promise<T>,
): Promise<T> {
  return talking(() => mailConnectionsOf(services).use(box, (client) => inFolder(client, { folder }, (mailbox) => does(client, mailbox))));
}

/** A mail. */
export async function get(
  call: ClientCall,
  { accountId, folder, uid, images }: ClientInput<typeof contract.clientMailGet>,
): Promise<ClientReply<typeof contract.clientMailGet>> {
  const opened = await openBox(call, reading(accountId, folder));
  const { box, use } = opened;
  const found = await work(call, opened, folder, async (client) => {
    const { mail, shape } = await fetchMail(client, uid);
    return { mail, shape, text: await textOf(client, uid, shape.text), html: await textOf(client, uid, shape.html) };
  });
  const { mail, shape } = found;
  const { block, banner } = await settingOf(call);
  const shown = use.functions.has('remoteImages') && (images ?? !block);
  const clean = await cleanForeignHtml(found.html.text, { images: shown });
  const row = rowOf(mail);
  const { envelope } = mail;
  return {
    ...row,
    cc: partiesOf(envelope?.cc),
    bcc: partiesOf(envelope?.bcc),
    replyTo: partiesOf(envelope?.replyTo, 10),
    sender: partiesOf(envelope?.sender, 1)[0] ?? null,
    inReplyTo: plain(envelope?.inReplyTo, 998),
    references: (mail.headers?.toString('latin1').match(/<[^<>\s]{1,996}>/g) ?? []).slice(-50),
    text: found.text.text,
    html: clean.html,
    cut: found.text.cut || found.html.cut,
    blockedImages: clean.blockedImages,
    links: [...clean.links],
    banner: isExternal(box, row.from?.address ?? '') ? pick(banner, call.caller.language) : null,
    parts: [...shape.parts],
  };
}

/** Whether an address is of none of the domains of the server. */
function isExternal({ address, domains }: Pick<EngineBox, 'address' | 'domains'>, of: string): boolean {
  const domainOf = (one: string): string => one.slice(one.lastIndexOf('@') + 1).toLowerCase();
  return ![domainOf(address), ...domains].includes(domainOf(of));
}

/** Mails that hold something. */
export async function search(
  call: ClientCall,
  input: ClientInput<typeof contract.clientMailSearch>,
): Promise<ClientReply<typeof contract.clientMailSearch>> {
  const { accountId, folder, text, from, to, subject, since, until } = input;
  const opened = await openBox(call, reading(accountId, folder, 'search'));
  return work(call, opened, folder, async (client) => {
    const bounds = within(opened.box.limits.syncDays, call.services.now());
    const earliest = Math.max(since ?? 0, bounds.since instanceof Date ? bounds.since.getTime() : 0);
    const found = await findUids(client, {
      ...bounds,
      ...(earliest > 0 && { since: new Date(earliest) }),
      ...(until !== undefined && { before: new Date(until + 86_400_000) }),
      ...(text !== '' && { text }),
      ...(from !== '' && { from }),
      ...(to !== '' && { to }),
      ...(subject !== '' && { subject }),
      ...marked(input),
    });
    return { total: found.length, list: await rowsOf(client, found.slice(-pageMails)) };
  });
}

/** What changed in a folder. */
export async function changes(
  call: ClientCall,
  { accountId, folder, uidValidity, uidNext, modseq }: ClientInput<typeof contract.clientMailChanges>,
): Promise<ClientReply<typeof contract.clientMailChanges>> {
  const opened = await openBox(call, reading(accountId, folder));
  return work(call, opened, folder, async (client, mailbox) => {
    const reset = uidValidity !== undefined && uidValidity !== String(mailbox.uidValidity);
    const present = await findUids(client, within(opened.box.limits.syncDays, call.services.now()));
    const known = reset || uidNext === undefined ? 1 : uidNext;
    const fresh = present.filter((one) => one >= known);
    const changed =
      !reset && modseq !== undefined && mailbox.highestModseq !== undefined && BigInt(modseq) < mailbox.highestModseq && known > 1
        ? await client.fetchAll(`1:${known - 1}`, { uid: true, flags: true }, { uid: true, changedSince: BigInt(modseq) })
        : [];
    return {
      reset,
      uidValidity: String(mailbox.uidValidity),
      uidNext: mailbox.uidNext,
      modseq: String(mailbox.highestModseq ?? 0),
      list: await rowsOf(client, fresh.slice(-pageMails)),
      more: fresh.length > pageMails,
      marks: changed.map((mail) => ({ uid: mail.uid, set: marksOf(mail) })),
      present: rangesOf(present),
    };
  });
}

/** Rights that let somebody write in the name of a box. */
export const writers: readonly BoxRight[] = ['sendAs', 'sendOnBehalf'];
