import { sql } from 'kysely';
import { recycleDays, type RecycledView } from '#kit/common/change/recycle-bin.contract.ts';
import { systemUid, type Caller } from '../caller.ts';
import type { Db, Tx } from '../directory.ts';
import { notFound } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { ChangeOperationTable } from './change.table.ts';
import { eraseKept, sweepKept } from './kept.ts';
import { linesOf } from './revert.ts';
import { containing } from '../read-page.ts';
import { visible } from './visible.ts';

const dayMillis = 86_400_000;

/** SQL: until when a deletion can be taken back. */
export const recycledUntil = sql<number>`(change_operation.at
  + coalesce((select days from recycle_days where recycle_days.kind = change_operation.kind), ${recycleDays}) * ${dayMillis}::bigint)`;

/** SQL condition: a deletion that was neither taken back nor purged. */
const standing = sql<boolean>`change_operation.action = 'delete'
  and not exists (select from change_reverted where operation_id = change_operation.id) and not exists (select from change_purged where operation_id = change_operation.id)
  and not exists (select from change_operation as later where later.object_id = change_operation.object_id and later.id > change_operation.id and later.action in ('restore', 'delete'))`;

/** SQL condition: somebody keeps it beyond its days. */
export const held = sql<boolean>`exists (select from change_held where operation_id = change_operation.id)`;

/** SQL condition: the deletion can still be taken back. */
export const recyclable = (now: number) => sql<boolean>`(${recycledUntil} > ${now} or ${held}) and ${standing}`;

/** Deleted objects that the caller may read, the newest first. */
export async function readRecycled(
  services: Pick<Services, 'database' | 'kinds' | 'now'>,
  caller: Caller,
  filter: {
    after?: string | undefined;
    pageSize: number;
    kind?: string[] | undefined;
    text?: string | undefined;
    uid?: string | undefined;
  },
): Promise<{ list: RecycledView[]; next: string | null }> {
  const rows = await services.database.db
    .selectFrom('change_operation')
    .innerJoin('change_batch', 'change_batch.id', 'change_operation.batch_id')
    .select(['change_operation.id', 'batch_id', 'kind', 'object_id', 'object_name', 'change_operation.at', 'change_batch.name as by_name'])
    .select(recycledUntil.as('ends_at'))
    .where(visible(caller, services.kinds))
    .where(recyclable(services.now()))
    .$if(filter.after !== undefined, (query) => query.where('change_operation.id', '<', filter.after!))
    .$if(filter.kind !== undefined, (query) => query.where('kind', 'in', filter.kind!))
    .$if(filter.uid !== undefined, (query) => query.where('change_batch.uid', '=', filter.uid!))
    .$if(Boolean(filter.text), (query) => query.where('object_name', 'ilike', containing(filter.text!)))
    .orderBy('change_operation.id', 'desc')
    .limit(filter.pageSize)
    .execute();
  const list = rows.map((row): RecycledView => {
    const kind = services.kinds.find((one) => one.kind === row.kind);
    return {
      operationId: row.id,
      batchId: row.batch_id,
      kind: row.kind,
      objectId: row.object_id,
      name: row.object_name,
      at: row.at,
      by: row.by_name,
      endsAt: row.ends_at,
      mayRestore: kind !== undefined && caller.can(kind.codes.revert),
    };
  });
  return { list, next: rows.length === filter.pageSize ? (rows.at(-1)?.id ?? null) : null };
}

/** Refuses (10404) unless every one of these is a deletion that can still be taken back and that the caller may undo. */
export async function assertRecycled(
  db: Db,
  caller: Caller,
  services: Pick<Services, 'kinds' | 'now'>,
  operationIds: readonly string[],
): Promise<void> {
  await linesOf(db, caller, services.kinds, { target: { operationIds }, limit: operationIds.length });
  const { n } = await db
    .selectFrom('change_operation')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('id', 'in', [...operationIds])
    .where(visible(caller, services.kinds, 'revert'))
    .where(recyclable(services.now()))
    .executeTakeFirstOrThrow();
  if (n < operationIds.length) throw notFound();
}

/** Takes deleted objects out of the bin for good. Answers how many. */
export async function purge(tx: Tx, caller: Caller, services: Services, operationIds: readonly string[]): Promise<number> {
  await assertRecycled(tx, caller, services, operationIds);
  const gone = await tx
    .selectFrom('change_operation')
    .select(['id', 'kind', 'object_id', 'object_name', 'path'])
    .where('id', 'in', [...operationIds])
    .execute();
  for (const row of gone) caller.touch({ kind: row.kind, id: row.object_id, name: row.object_name, path: row.path });
  await erase(tx, services, gone, caller.uid);
  return gone.length;
}

type Gone = Pick<ChangeOperationTable, 'id' | 'kind' | 'object_id'>;

/** Marks deletions as final and lets the kinds erase what was kept for a return. */
async function erase(tx: Tx, services: Pick<Services, 'kinds' | 'now'>, gone: readonly Gone[], uid: string): Promise<void> {
  await eraseKept(tx, gone);
  const at = services.now();
  await tx
    .insertInto('change_purged')
    .values(gone.map((row) => ({ operation_id: row.id, uid, at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const [kind, rows] of Map.groupBy(gone, (row) => row.kind))
    await services.kinds
      .find((one) => one.kind === kind)
      ?.purge?.(
        tx,
        rows.map((row) => row.object_id),
        at,
      );
}

const expiredAtOnce = 500;

/** Erases what has been in the recycle bin for its days, of kinds that keep anything of it. Answers how many objects. */
export async function purgeExpired(services: Pick<Services, 'database' | 'kinds' | 'now'>): Promise<number> {
  await sweepKept(services.database.db, services.now());
  const kinds = services.kinds.filter((kind) => kind.purge).map(({ kind }) => kind);
  if (kinds.length === 0) return 0;
  for (let all = 0; ;) {
    const n = await services.database.db.transaction().execute(async (tx) => {
      const gone = await tx
        .selectFrom('change_operation')
        .select(['id', 'kind', 'object_id'])
        .where('kind', 'in', kinds)
        .where(recycledUntil, '<=', services.now())
        .where(standing)
        .where(sql<boolean>`not ${held}`)
        .orderBy('id')
        .limit(expiredAtOnce)
        .execute();
      if (gone.length > 0) await erase(tx, services, gone, systemUid);
      return gone.length;
    });
    all += n;
    if (n < expiredAtOnce) return all;
  }
}
