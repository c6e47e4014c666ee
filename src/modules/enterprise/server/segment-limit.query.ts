import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { SegmentLimitDetail, segmentLimitList, SegmentLimitRow } from '../common/segment-limit.contract.ts';
import type { SegmentLimitTable } from './limits.table.ts';
import { parseAddress } from './limits/network.ts';
import { spansOf } from './limits/read-book.ts';
import { hitsOf, type Hits } from './limits/hits.ts';
import { holds } from './limits/span-set.ts';
import { notesOf } from './segment-limit.notes.ts';

const orders = { priority: sql`priority`, name: sql`lower(name)`, updatedAt: sql`updated_at` };

type ListOf = typeof segmentLimitList;

/** A page of the limits in the order in which they are asked. */
export async function listSegmentLimits(db: Db, input: Parsed<ListOf>): Promise<Reply<ListOf>> {
  const where: RawBuilder<boolean>[] = [];
  if (input.name) where.push(sql`name ilike ${containing(input.name)}`);
  if (input.action) where.push(sql`actions ? ${input.action}`);
  if (input.effect) where.push(sql`effect = ${input.effect}`);
  if (input.enabled !== undefined) where.push(sql`enabled = ${input.enabled}`);
  if (input.address) where.push(sql`id = any(${await limitsHolding(db, input.address)}::uuid[])`);
  const source = { columns: sql`*`, from: sql`segment_limit`, where, order: orderOf(input.sort ?? 'priority', orders, sql`id`) };
  const { list, ...counted } = await readPage<SegmentLimitTable>(db, source, input);
  const hits = await hitsOf(
    db,
    list.map(({ id }) => id),
  );
  return { list: list.map((row) => rowOf(row, hits(row.id))), ...counted };
}

/** Limits, disabled ones too, with a segment that holds an address. */
async function limitsHolding(db: Db, text: string): Promise<string[]> {
  const address = parseAddress(text);
  if (!address) return [];
  const rows = await db.selectFrom('segment_limit').select(['id', 'segments']).execute();
  return rows.filter(({ segments }) => holds(spansOf(segments.map(({ value }) => value)), address)).map(({ id }) => id);
}

/** One of them with what is odd about it. */
export async function getSegmentLimit(db: Db, id: string): Promise<SegmentLimitDetail> {
  const all = await db.selectFrom('segment_limit').selectAll().orderBy('priority').orderBy('id').execute();
  const row = all.find((one) => one.id === id);
  if (!row) throw notFound();
  return { ...rowOf(row, (await hitsOf(db, [id]))(id)), notes: notesOf(row, all) };
}

/** A row of the table as the contract shows it: the only thing that leaves the server. */
function rowOf(row: SegmentLimitTable, hits: Hits): SegmentLimitRow {
  return {
    ...stampsOf(row),
    name: row.name,
    segments: row.segments,
    actions: row.actions,
    effect: row.effect,
    terminalTypes: row.terminal_types,
    window: row.time_window,
    priority: row.priority,
    enabled: row.enabled,
    hits,
  };
}
