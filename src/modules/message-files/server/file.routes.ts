import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { assertCovered, recallMessages } from '#modules/messaging/server/public.ts';
import * as contract from '../common/file.contract.ts';
import type { FileState } from '../common/words.ts';
import { holdOf } from './holds.ts';
import { fileExportJob } from './file.export.job.ts';
import { chatFileKind } from './file.kind.ts';
import { getFile, listFiles, oneFile, storageOf } from './file.query.ts';
import { visibleFile } from './visible.ts';

/** Refuses unless all of these files are in range. */
async function assertSeen(call: Call, db: Db, ids: readonly string[]): Promise<void> {
  const range = call.caller.scope();
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_file f join im_conversation c on c.id = f.conversation_id
    where f.id = any(${[...ids]}::uuid[]) and ${visibleFile(range)}`.execute(db);
  if (rows[0]!.n < new Set(ids).size) throw range.all ? notFound() : outOfRange();
}

async function setState(call: Call, { ids, reason }: { ids: string[]; reason?: string }, to: FileState): Promise<{ count: number }> {
  return call.write(async (tx) => {
    await assertSeen(call, tx, ids);
    if (to === 'deleted' || to === 'expired') await assertNotHeld(tx, ids);
    const changes = ids.map((id) => ({ id, version: null, fields: { state: to } as Fields }));
    await changeObjects(tx, call.caller, chatFileKind, changes, reason === undefined ? {} : { reason });
    return { count: ids.length };
  });
}

async function assertNotHeld(tx: Db, ids: readonly string[]): Promise<void> {
  const name = await holdOf(tx, ids);
  if (name !== null) throw new Refusal(16075, { name });
}

async function release(call: Call, { ids }: Parsed<typeof contract.fileRelease>): Promise<{ count: number }> {
  return call.write(async (tx) => {
    await assertSeen(call, tx, ids);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_file f join file on file.id = f.file_id
      join im_message msg on msg.id = f.message_id
      where f.id = any(${ids}::uuid[]) and f.state <> 'recalled' and msg.state not in ('recalled', 'expired')
        and (file.expires_at is null or file.expires_at > ${call.services.now()})`.execute(tx);
    if (rows[0]!.n < new Set(ids).size) throw new Refusal(16044);
    // What was past its time is kept from now on, until somebody says otherwise.
    const { rows: ended } = await sql<{ id: string }>`select id from im_file where id = any(${ids}::uuid[]) and state = 'expired'`.execute(
      tx,
    );
    const past = ended.map(({ id }) => id);
    const until = call.services.now() + 30 * 86_400_000;
    const changes = ids.map((id) => ({
      id,
      version: null,
      fields: { state: 'normal', ...(past.includes(id) && { expiresAt: until }) } as Fields,
    }));
    await changeObjects(tx, call.caller, chatFileKind, changes);
    return { count: ids.length };
  });
}

async function extend(call: Call, { ids, expiresAt }: Parsed<typeof contract.fileExtend>): Promise<{ count: number }> {
  if (expiresAt <= call.services.now()) throw new InvalidInput([{ path: 'expiresAt', namespace: 'message-files', key: 'issue.past' }]);
  return call.write(async (tx) => {
    await assertSeen(call, tx, ids);
    await changeObjects(
      tx,
      call.caller,
      chatFileKind,
      ids.map((id) => ({ id, version: null, fields: { expiresAt } })),
    );
    return { count: ids.length };
  });
}

async function recall(call: Call, { ids, reason }: Parsed<typeof contract.fileRecall>): Promise<Reply<typeof contract.fileRecall>> {
  await assertSeen(call, call.db, ids);
  const { rows } = await sql<{ id: string }>`select distinct message_id as id from im_file where id = any(${ids}::uuid[])`.execute(call.db);
  return recallMessages(call, { ids: rows.map(({ id }) => id), reason });
}

const hourMillis = 3_600_000;

/** A copy for the caller. In a single chat only inside a case; what is read stands in the sealed log before anything leaves. */
async function download(
  call: Call,
  { id, reason, caseId }: Parsed<typeof contract.fileDownload>,
): Promise<Reply<typeof contract.fileDownload>> {
  const { services, caller } = call;
  const row = await oneFile(call, id);
  if (row.state === 'expired' || row.state === 'deleted') throw new Refusal(16044);
  if (row.chat === 'single' && caseId === undefined) throw new Refusal(16071);
  if (caseId !== undefined) await assertCovered(call, { caseId, messageId: row.messageId });
  else
    await services.readLog.note(caller, { area: 'message', query: { id, name: row.name, file: true }, rows: 1, objectIds: [id], reason });
  const fileId = newId();
  return call.write(async (tx) => {
    const { rows } = await sql`insert into file (id, hash, name, type, size, purpose, owner, created_at, expires_at)
      select ${fileId}::uuid, hash, name, type, size, 'message', ${caller.uid}, ${services.now()}, ${services.now() + hourMillis}
      from file where id = ${row.fileId}::uuid returning id`.execute(tx);
    if (rows.length === 0) throw new Refusal(16044);
    caller.touch({ kind: 'imFile', id, name: row.name });
    caller.note({ reason, fileId: row.fileId });
    return { fileId, name: row.name, size: row.size };
  });
}

/** Files of chats in the console. */
export const fileRoutes: readonly BoundRoute[] = [
  handle(contract.fileList, listFiles),
  handle(contract.fileExport, (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, fileExportJob, input) }));
  }),
  handle(contract.fileGet, getFile),
  handle(contract.fileStorage, storageOf),
  handle(contract.fileRecall, recall),
  handle(contract.fileQuarantine, (call, input) => setState(call, input, 'quarantined')),
  handle(contract.fileExpire, (call, input) => setState(call, input, 'expired')),
  handle(contract.fileDelete, (call, input) => setState(call, input, 'deleted')),
  handle(contract.fileRelease, release),
  handle(contract.fileExtend, extend),
  handle(contract.fileDownload, download),
];
