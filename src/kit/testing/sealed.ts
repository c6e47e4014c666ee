import { sql } from 'kysely';
import { expect } from 'vitest';
import { sealAll } from '../server/audit/seal.ts';
import type { Stream } from '../server/audit/streams.ts';
import type { Services } from '../server/services.ts';

/** Seals until each row of a log has its seal: one round leaves the rows that are newer than a transaction which still runs beside it. */
export async function sealed({ database: { db }, secrets }: Pick<Services, 'database' | 'secrets'>, stream: Stream): Promise<void> {
  const left = async (): Promise<number> => {
    await sealAll(db, secrets);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(stream)} as line
      where not exists (select from audit_seal where row_id = line.id and stream = ${stream})`.execute(db);
    return rows[0]!.n;
  };
  await expect.poll(left).toBe(0);
}
