import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { LogKind } from '#kit/server/log-kind.ts';
import './cleaning.table.ts';
import type { LegalHoldTable } from './cleaning.table.ts';

export type HoldData = Selectable<LegalHoldTable>;

/** Days for which a released hold still holds. */
const graceDays = 7;
const dayMillis = 86_400_000;

/** Holds that keep rows now: active ones, and those that ended within the last week. */
export async function holdsNow(db: Db, now: number): Promise<HoldData[]> {
  const limit = now - graceDays * dayMillis;
  return db
    .selectFrom('legal_hold')
    .selectAll()
    .where((or) => or.or([or('state', '=', 'active'), or('released_at', '>', limit)]))
    .where((or) => or.or([or('until', 'is', null), or('until', '>', limit)]))
    .orderBy('id')
    .execute();
}

/** SQL: the row (`log`) is held by one of these. */
export function heldBy(holds: readonly HoldData[], kind: LogKind): RawBuilder<boolean> {
  const some = holds.filter(({ kinds }) => kinds.length === 0 || kinds.includes(kind.code)).map((hold) => matchOf(hold, kind));
  return some.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(some, sql` or `)})`;
}

function matchOf(hold: HoldData, kind: LogKind): RawBuilder<boolean> {
  const at = sql.ref(`log.${kind.time}`);
  const among = (columns: readonly string[], values: readonly string[]): RawBuilder<boolean>[] =>
    values.length === 0
      ? []
      : columns.map((column) => sql<boolean>`coalesce(${sql.ref(`log.${column}`)}::text = any(${[...values]}::text[]), false)`);
  const ids = [...hold.employee_ids, ...hold.object_ids];
  const parts = [
    ...among(kind.holds.people, hold.employee_ids),
    ...among(kind.holds.objects, ids),
    ...among(kind.holds.addresses, hold.addresses),
    ...(kind.touching ? [sql<boolean>`coalesce(${kind.touching(ids, hold.addresses)}, false)`] : []),
  ];
  const named = ids.length + hold.addresses.length > 0;
  const whose = !named ? sql<boolean>`true` : parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` or `)})` : sql<boolean>`false`;
  return sql<boolean>`(${whose} ${hold.from_at === null ? sql`` : sql`and ${at} >= ${hold.from_at}`} ${hold.to_at === null ? sql`` : sql`and ${at} <= ${hold.to_at}`} ${kind.only ? sql`and ${kind.only}` : sql``})`;
}

/** SQL over all kinds of one table: what any of them holds stays, and what the product still needs. */
export const heldInTable = (holds: readonly HoldData[], kinds: readonly LogKind[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    kinds.flatMap((kind) => [heldBy(holds, kind), ...(kind.stays ? [kind.stays] : [])]),
    sql` or `,
  )})`;
