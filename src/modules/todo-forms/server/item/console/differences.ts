import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import type * as contract from '../../../common/item/difference.contract.ts';
import { assertSystemReach, systemInReach } from '../../template/reach.ts';
import type { ItemLine } from '../item.table.ts';
import { todoSystem } from '../system.ts';
import { closeStale, compareJob, lookAgain, type Found } from './compare.ts';
import { assertReach } from './item-writes.ts';
import type { Means } from './items.ts';

type Stored = Omit<contract.DifferenceRow, 'systemName' | 'byName'> & { systemName: LocalDraft; byId: string };

const columns = sql`d.id, d.system_id as "systemId", s.name as "systemName", d.at, d.by_id as "byId", d.open_here as "openHere",
  d.open_there as "openThere", d.missing, d.stale, d.state, d.reason, d.second_at as "secondAt"`;
const source = sql`todo_difference d join todo_system s on s.id = d.system_id`;

async function shown({ db, caller, services }: Means, rows: readonly Stored[]): Promise<contract.DifferenceRow[]> {
  const ids = [...new Set(rows.map(({ byId }) => byId).filter((id) => id !== ''))];
  const people = await services.directory.people(db, ids, caller.language);
  return rows.map(({ byId, systemName, ...row }) => ({
    ...row,
    systemName: pick(systemName, caller.language),
    byName: people.get(byId)?.name ?? '',
    at: Number(row.at),
    secondAt: row.secondAt === null ? null : Number(row.secondAt),
  }));
}

/** A page of comparisons. */
export async function listDifferences(
  means: Means,
  { pageNum, pageSize, sort = '-at', systemId, state }: Parsed<typeof contract.differenceList>,
): Promise<Reply<typeof contract.differenceList>> {
  const where: RawBuilder<boolean>[] = [systemInReach(means.caller.scope(), 'd.system_id')];
  if (systemId !== undefined) where.push(sql<boolean>`d.system_id = ${systemId}::uuid`);
  if (state !== undefined) where.push(sql<boolean>`d.state = ${state}`);
  const page = { columns, from: source, where, order: orderOf(sort, { at: sql`d.at` }, sql`d.id`) };
  const { list, ...counted } = await readPage<Stored>(means.db, page, { pageNum, pageSize });
  return { list: await shown(means, list), ...counted };
}

/** One comparison in full. */
export async function getDifference(
  means: Means,
  { id }: Parsed<typeof contract.differenceGet>,
): Promise<Reply<typeof contract.differenceGet>> {
  const { db, caller } = means;
  const range = caller.scope();
  const { rows } = await sql<Stored & { found: Partial<Found> }>`select ${columns}, d.found from ${source}
    where d.id = ${id}::uuid and ${systemInReach(range, 'd.system_id')}`.execute(db);
  const [row] = rows;
  if (!row) throw range.all ? notFound() : outOfRange();
  const { found, ...stored } = row;
  const stale = found.stale ?? [];
  const { rows: items } = await sql<{ id: string; line: ItemLine }>`select id, line from todo_item
    where id = any(${stale.map(({ itemId }) => itemId)}::uuid[])`.execute(db);
  const titles = new Map(items.map((item) => [item.id, pick(item.line.title, caller.language)]));
  return {
    ...(await shown(means, [stored]))[0]!,
    missingIds: [...(found.missing ?? [])],
    staleItems: stale.map((one) => ({ ...one, title: titles.get(one.itemId) ?? '' })),
  };
}

/** Starts a comparison. */
export async function startComparison(call: Call, { systemId }: Parsed<typeof contract.compareSystem>): Promise<{ jobId: string }> {
  const { db, caller, services } = call;
  await assertSystemReach(db, caller, systemId, 'item');
  return call.write(async (tx) => {
    const system = await todoSystem(tx, systemId);
    caller.touch({ kind: 'todoSystem', id: systemId, name: pick(system?.name ?? {}, 'zh_CN') });
    return { jobId: await services.jobs.start(tx, caller, compareJob, { systemId }) };
  });
}

/** Closes what a comparison found, or looks at it again now. */
export async function applyDifference(
  call: Call,
  { id, itemIds, choice }: Parsed<typeof contract.differenceApply>,
): Promise<{ count: number }> {
  const { db, caller, services } = call;
  await assertReach(db, call, 'todo_difference', { ids: [id], right: 'item' });
  const { rows } = await sql<{ found: Partial<Found> }>`select found from todo_difference where id = ${id}::uuid`.execute(db);
  const wanted = new Set((rows[0]?.found.stale ?? []).filter((one) => itemIds.includes(one.itemId)).map(({ itemId }) => itemId));
  await call.write(async (tx) => {
    caller.touch({ kind: 'todoDifference', id, name: choice });
    if (choice === 'ask' && wanted.size > 0)
      await sql`update todo_difference set state = 'waiting', second_at = ${services.now()} where id = ${id}::uuid`.execute(tx);
  });
  if (choice === 'close') return { count: await closeStale(services, id, wanted) };
  await lookAgain(services);
  return { count: wanted.size };
}
