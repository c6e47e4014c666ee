import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { keepUpload, temporary } from '#kit/server/files/files.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { BoxRight } from '../../common/boxes/words.ts';
import { mostAttachBytes, type clientMailAttach } from '../../common/terminal/write.contract.ts';
import type * as contract from '../../common/terminal/write.contract.ts';
import { secretPlace } from '../engine/box.ts';
import { mailConnectionsOf } from '../engine/connections.ts';
import { MailFault } from '../engine/fault.ts';
import { flagOf, inFolder } from '../engine/mails.ts';
import { mayTry } from '../engine/sign-in-state.ts';
import { folderFor } from './folders.ts';
import { mailUseOf, mayIn, noRight, openBox, talking, type AccessAction, type OpenedBox } from './open-box.ts';

/** Signs in with a typed password and keeps it. After three refusals nobody asks the server again before a while has passed. */
export async function signIn(
  call: ClientCall,
  { accountId, password }: ClientInput<typeof contract.clientMailSignIn>,
): Promise<ClientReply<typeof contract.clientMailSignIn>> {
  const { services, db } = call;
  const { box, own, rights } = await openBox(call, { accountId, folder: null, uses: 'read', rights: ['read'], action: 'read' });
  if (!own && !rights.has('manage')) throw noRight('manage');
  if (box.ways !== 'own') throw new InvalidInput([{ path: 'accountId', namespace: 'mailboxes', key: 'issue.noPassword' }]);
  if (!(await mayTry(db, accountId, services.now()))) throw new Refusal(17002);
  await talking(() => mailConnectionsOf(services).try(box, { user: box.login, password }));
  const secret = services.secrets.seal(password, secretPlace(accountId));
  await sql`update mail_account set secret = ${secret} where id = ${accountId}::uuid`.execute(db);
  mailConnectionsOf(services).end(accountId);
  return { state: 'ready' };
}

const opened = (call: ClientCall, input: { accountId: string; folder: string }, right: BoxRight & AccessAction): Promise<OpenedBox> =>
  openBox(call, { accountId: input.accountId, folder: input.folder, uses: 'read', rights: [right], action: right });

type Client = Parameters<typeof folderFor>[0];

const changing = <T>({ services }: ClientCall, { box }: OpenedBox, folder: string, work: (client: Client) => Promise<T>): Promise<T> =>
  talking(() =>
    mailConnectionsOf(services).use(box, (client) => inFolder(client, { folder, write: true }, () => work(client)), { millis: 60_000 }),
  );

/** Marks mails. */
export async function flag(
  call: ClientCall,
  { uids, set, clear, ...input }: ClientInput<typeof contract.clientMailFlag>,
): Promise<ClientReply<typeof contract.clientMailFlag>> {
  const box = await opened(call, input, 'flag');
  return changing(call, box, input.folder, async (client) => {
    if (set.length > 0) assertDone(await client.messageFlagsAdd(uids, set.map(flagOf), { uid: true }));
    if (clear.length > 0) assertDone(await client.messageFlagsRemove(uids, clear.map(flagOf), { uid: true }));
    return { count: uids.length };
  });
}

function assertDone(done: unknown): void {
  if (done === false) throw new MailFault('refusedBySystem');
}

/** Moves mails; both folders must be open to the person. */
export async function move(
  call: ClientCall,
  { uids, to, ...input }: ClientInput<typeof contract.clientMailMove>,
): Promise<ClientReply<typeof contract.clientMailMove>> {
  const box = await opened(call, input, 'move');
  if (!mayIn(box.ways, to, 'move')) throw noRight('move');
  return changing(call, box, input.folder, async (client) => {
    const moved = await client.messageMove(uids, to, { uid: true });
    assertDone(moved);
    return { count: countOf(moved, uids) };
  });
}

const countOf = (moved: { uidMap?: Map<number, number> | undefined } | false, uids: readonly number[]): number =>
  moved === false ? 0 : (moved.uidMap?.size ?? uids.length);

/** Deletes mails: into the trash, or for good where they lie there or there is none. */
export async function remove(
  call: ClientCall,
  { uids, ...input }: ClientInput<typeof contract.clientMailDelete>,
): Promise<ClientReply<typeof contract.clientMailDelete>> {
  const box = await opened(call, input, 'delete');
  return changing(call, box, input.folder, async (client) => {
    const trash = await folderFor(client, box.box, 'trash');
    if (trash === undefined || trash === input.folder) {
      assertDone(await client.messageDelete(uids, { uid: true }));
      return { count: uids.length, forGood: true };
    }
    const moved = await client.messageMove(uids, trash, { uid: true });
    assertDone(moved);
    return { count: countOf(moved, uids), forGood: false };
  });
}

/** Keeps a file that a mail will carry. */
export async function attach(
  call: ClientCall,
  { name, content }: ClientInput<typeof clientMailAttach>,
): Promise<ClientReply<typeof clientMailAttach>> {
  await mailUseOf(call, 'send');
  const draft = { name, declared: '', purpose: 'mail', owner: call.caller.uid, keepMillis: temporary };
  const file = await keepUpload(call.services, Readable.from([Buffer.from(content, 'base64')]), draft, mostAttachBytes);
  return { fileId: file.id, name: file.name, contentType: file.type, size: file.size };
}
