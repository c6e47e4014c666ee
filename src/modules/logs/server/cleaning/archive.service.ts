import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, Refusal, stale, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { archiveDecide, archiveDelete, ArchiveDetail, archiveList, ArchiveView } from '../../common/cleaning/archive.contract.ts';
import { forgetArchive } from './archive.expire.ts';
import { listedKinds } from './archive.source.ts';
import type { ArchiveData } from './archive.write.ts';
import { holdsNow } from './hold.match.ts';

type Row = ArchiveData & { target: string | null };

const from = sql`log_archive a left join archive_target t on t.id = a.target_id`;
const columns = sql`a.*, t.name as target`;

/** Archives, the newest first. */
export async function listArchives({ db, services, caller }: Call, input: Parsed<typeof archiveList>): Promise<Reply<typeof archiveList>> {
  const { kind, state, sort = '-createdAt' } = input;
  const where = [
    ...(kind?.length ? [sql<boolean>`a.kind = any(${kind}::text[])`] : []),
    ...(state?.length ? [sql<boolean>`a.state = any(${state}::text[])`] : []),
  ];
  const order = orderOf(sort, { createdAt: sql`a.created_at`, from: sql`a.from_at`, bytes: sql`a.bytes` }, sql`a.id`);
  const { list, ...rest } = await readPage<Row>(db, { columns, from, where, order }, input);
  return { list: list.map((row) => viewOf(row, services, caller)), ...rest };
}

async function rowOf(db: Call['db'], id: string): Promise<Row> {
  const { rows } = await sql<Row>`select ${columns} from ${from} where a.id = ${id}::uuid`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** One archive with its files. */
export async function getArchive({ db, services, caller }: Call, id: string): Promise<ArchiveDetail> {
  const row = await rowOf(db, id);
  const files = Object.entries(row.files).map(([name, file]) => ({ name, ...file }));
  return { ...viewOf(row, services, caller), files, recordId: row.record_id };
}

function viewOf(row: Row, { logKinds }: Pick<Services, 'logKinds'>, { uid, language }: Caller): ArchiveView {
  const kind = logKinds.find(({ code }) => code === row.kind);
  const { asked } = row;
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    name: kind ? pick(kind.name, language) : row.kind,
    part: row.part,
    from: row.from_at,
    to: row.to_at,
    rows: row.rows,
    bytes: row.bytes,
    sha256: row.sha256,
    state: row.state,
    target: row.target,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
    keepUntil: row.keep_until,
    restoredUntil: row.restored_until,
    list: listedKinds.find((one) => one === row.kind) ?? null,
    asked: asked ? { name: asked.name, at: asked.at, reason: asked.reason, own: asked.by === uid } : null,
  };
}

async function locked(call: Call, tx: Tx, { id, version }: { id: string; version: number }): Promise<ArchiveData> {
  const row = await tx.selectFrom('log_archive').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  if (row.version !== version) throw stale(viewOf(await rowOf(tx, id), call.services, call.caller));
  if (row.state === 'expired' || row.state === 'writing') throw wrongState(row.state);
  await assertFree(call, tx, row);
  call.caller.touch({ kind: 'archive', id, name: row.part });
  return row;
}

/** 19005 while a hold covers its kind and time. */
async function assertFree({ services }: Call, tx: Tx, row: ArchiveData): Promise<void> {
  const hold = (await holdsNow(tx, services.now())).find(
    ({ kinds, from_at, to_at }) =>
      (kinds.length === 0 || kinds.includes(row.kind)) && (from_at ?? 0) < row.to_at && (to_at ?? Number.MAX_SAFE_INTEGER) >= row.from_at,
  );
  if (hold) throw new Refusal(19005, { n: row.rows, name: hold.name });
}

/** Asks for the deletion of an archive; 19008 for who asked already. */
export async function askDelete(call: Call, input: Parsed<typeof archiveDelete>): Promise<ArchiveView> {
  const { caller, services } = call;
  await call.write(async (tx) => {
    const row = await locked(call, tx, input);
    if (row.asked) throw new Refusal(19008);
    caller.note({ reason: input.reason });
    const asked = { what: 'delete', by: caller.uid, name: caller.name, at: services.now(), reason: input.reason };
    await tx
      .updateTable('log_archive')
      .set({ asked: JSON.stringify(asked), version: row.version + 1 })
      .where('id', '=', row.id)
      .execute();
  });
  return viewOf(await rowOf(call.db, input.id), services, caller);
}

/** A second person agrees or refuses. */
export async function decideDelete(call: Call, input: Parsed<typeof archiveDecide>): Promise<ArchiveView> {
  const { caller, services } = call;
  const row = await call.write(async (tx) => {
    const found = await locked(call, tx, input);
    if (!found.asked) throw wrongState(found.state);
    if (input.approve && found.asked.by === caller.uid) throw new Refusal(19008);
    caller.note({ approve: input.approve });
    await tx
      .updateTable('log_archive')
      .set({ asked: null, version: found.version + 1, ...(input.approve && { keep_until: services.now() }) })
      .where('id', '=', found.id)
      .execute();
    return found;
  });
  // A store that can't be reached is asked again: its time is over.
  if (input.approve)
    await forgetArchive(services, row).catch((error: unknown) => services.log.warn({ err: error }, 'An archive could not be removed yet'));
  return viewOf(await rowOf(call.db, input.id), services, caller);
}
