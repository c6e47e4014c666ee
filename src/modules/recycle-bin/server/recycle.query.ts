import { sql, type RawBuilder } from 'kysely';
import { codesOf, type Parsed, type Reply } from '#kit/common/contract.ts';
import { held, recyclable, recycledUntil } from '#kit/server/change/recycle-bin.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { visible } from '#kit/server/change/visible.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import type { Services } from '#kit/server/services.ts';
import type { DeletedRow, recycleKinds, recycleList } from '../common/recycle.contract.ts';

const dayMillis = 86_400_000;
const soonDays = 7;

/** The code that erasing needs beside the page's: that of the kind's own call to purge or to delete, else the right to undo. */
export function purgeCode({ operations }: Pick<Services, 'operations'>, { kind, codes }: Kind): string {
  const own = ['purge', 'delete'].flatMap((verb) => operations.find(({ audit }) => audit === `${kind}.${verb}`) ?? [])[0];
  return (own && codesOf(own.access)[0]) ?? codes.revert;
}

type Found = Pick<DeletedRow, 'id' | 'batchId' | 'kind' | 'objectId' | 'name' | 'at' | 'by' | 'held' | 'batchCount'> & { until: number };

/** A page of what the caller may restore. */
export async function readDeleted(call: Call, input: Parsed<typeof recycleList>): Promise<Reply<typeof recycleList>> {
  const { db, caller, services } = call;
  const soon = services.now() + soonDays * dayMillis;
  const where: RawBuilder<boolean>[] = [visible(caller, services.kinds, 'revert'), recyclable(services.now())];
  if (input.text) where.push(sql<boolean>`object_name ilike ${containing(input.text)}`);
  if (input.kind) where.push(sql<boolean>`kind = any(${input.kind}::text[])`);
  if (input.module !== undefined) {
    const kinds = services.kinds.filter(({ module }) => module === input.module).map(({ kind }) => kind);
    where.push(sql<boolean>`kind = any(${kinds}::text[])`);
  }
  if (input.uid !== undefined) where.push(sql<boolean>`change_batch.uid = ${input.uid}`);
  if (input.from !== undefined) where.push(sql<boolean>`change_operation.at >= ${input.from}`);
  if (input.to !== undefined) where.push(sql<boolean>`change_operation.at <= ${input.to}`);
  if (input.batchId !== undefined) where.push(sql<boolean>`batch_id = ${input.batchId}`);
  if (input.ending) where.push(sql<boolean>`${recycledUntil} <= ${soon} and not ${held}`);
  if (input.held !== undefined) where.push(input.held ? held : sql<boolean>`not ${held}`);
  const id = sql`change_operation.id`;
  const order = orderOf(input.sort ?? '-at', { at: sql`change_operation.at`, name: sql`lower(object_name)` }, id);
  const page = await readPage<Found>(db, { ...source, where, order }, input);
  return { ...page, list: page.list.map((row) => viewOf(call, row)) };
}

const source = {
  columns: sql`change_operation.id, batch_id as "batchId", kind, object_id as "objectId", object_name as name, change_operation.at,
    ${recycledUntil} as until, change_batch.name as by, ${held} as held, coalesce((change_batch.counts ->> 'delete')::int, 1) as "batchCount"`,
  from: sql`change_operation join change_batch on change_batch.id = change_operation.batch_id`,
};

/** Kinds of what the caller may restore. */
export async function readKinds({ db, caller, services }: Call): Promise<Reply<typeof recycleKinds>> {
  const { rows } = await sql<{ kind: string; count: number }>`select kind, count(*)::int as count from change_operation
    where ${visible(caller, services.kinds, 'revert')} and ${recyclable(services.now())} group by kind order by kind`.execute(db);
  return {
    list: rows.map(({ kind, count }) => {
      const module = services.kinds.find((one) => one.kind === kind)?.module ?? 'kit';
      return { kind, count, namespace: module, module, moduleName: services.words.moduleName(module, caller.language) };
    }),
  };
}

/** One of what the caller may restore; undefined where it is none of these. */
export async function findDeleted(call: Call, id: string): Promise<DeletedRow | undefined> {
  const { caller, services } = call;
  const { rows } = await sql<Found>`select ${source.columns} from ${source.from}
    where change_operation.id = ${id}::uuid and ${visible(caller, services.kinds, 'revert')} and ${recyclable(services.now())}`.execute(
    call.db,
  );
  return rows[0] && viewOf(call, rows[0]);
}

function viewOf({ caller, services }: Call, { until, ...row }: Found): DeletedRow {
  const kind = services.kinds.find((one) => one.kind === row.kind);
  return {
    ...row,
    namespace: kind?.module ?? 'kit',
    moduleName: services.words.moduleName(kind?.module ?? '', caller.language),
    endsAt: row.held ? null : until,
    mayRestore: kind !== undefined && caller.can(kind.codes.revert),
    mayPurge: kind !== undefined && !row.held && caller.can(purgeCode(services, kind)),
  };
}
