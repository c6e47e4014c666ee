import { sql } from 'kysely';
import { expect } from 'vitest';
import { sealAll } from '../server/audit/seal.ts';
import type { Stream } from '../server/audit/streams.ts';
import type { Services } from '../server/services.ts';

type Parts = Pick<Services, 'database' | 'secrets'>;

/** Seals until each row of a log has its seal: one round leaves the rows that are newer than a transaction which still runs beside it. */
export async function sealed({ database: { db }, secrets }: Parts, stream: Stream): Promise<void> {
  const left = async (): Promise<number> => {
    await sealAll(db, secrets);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(stream)} as line
      where not exists (select from audit_seal where row_id = line.id and stream = ${stream})`.execute(db);
    return rows[0]!.n;
  };
  await expect.poll(left).toBe(0);
}

/** Seals what was written, so many rows, in one round: it is waited until no transaction that began before is still running on the server. */
export async function sealedAtOnce({ database: { db }, secrets }: Parts, count: number): Promise<void> {
  const snapshot = async (edge: 'pg_snapshot_xmin' | 'pg_snapshot_xmax'): Promise<number> => {
    const { rows } = await sql<{ place: number }>`select ${sql.raw(edge)}(pg_current_snapshot())::text::bigint as place`.execute(db);
    return rows[0]!.place;
  };
  const written = await snapshot('pg_snapshot_xmax');
  await expect.poll(() => snapshot('pg_snapshot_xmin')).toBeGreaterThanOrEqual(written);
  expect(await sealAll(db, secrets)).toBe(count);
}
