import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import { terminalPurposes, type KeyPurpose, type KeyView } from '../../common/encryption.contract.ts';

const seenMillis = 30 * 86_400_000;
const enoughPercent = 95;

/** A terminal has asked for its keys. */
export async function noteTerminal(tx: Tx, terminalId: string, at: number): Promise<void> {
  await tx
    .insertInto('encryption_terminal')
    .values({ terminal_id: terminalId, seen_at: at })
    .onConflict((conflict) => conflict.column('terminal_id').doUpdateSet({ seen_at: at }))
    .execute();
}

/** A terminal has said that it holds a key. */
export async function noteHolder(tx: Tx, { terminalId, keyId, at }: { terminalId: string; keyId: string; at: number }): Promise<void> {
  await noteTerminal(tx, terminalId, at);
  await tx
    .insertInto('encryption_holder')
    .values({ key_id: keyId, terminal_id: terminalId, acked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Who holds these keys, of the terminals seen within 30 days. */
export async function holdersOf(db: Db, keyIds: readonly string[], now: number): Promise<Map<string, NonNullable<KeyView['terminals']>>> {
  const { rows } = await sql<{ key_id: string; seen: number; holding: number }>`
    select wanted.key_id, (select count(*) from encryption_terminal where seen_at > ${now - seenMillis}) as seen, count(t.terminal_id) as holding
    from unnest(${keyIds}::text[]) as wanted(key_id)
    left join encryption_holder h on h.key_id = wanted.key_id
    left join encryption_terminal t on t.terminal_id = h.terminal_id and t.seen_at > ${now - seenMillis}
    group by wanted.key_id`.execute(db);
  return new Map(
    rows.map(({ key_id: keyId, seen, holding }) => [
      keyId,
      { seen, holding, percent: seen === 0 ? 100 : Math.floor((holding * 100) / seen) },
    ]),
  );
}

/** How many percent of the terminals hold a key, and whether that is enough for it to write; null where terminals hold none of the purpose. */
export async function readiness(
  db: Db,
  { keyId, purpose }: { keyId: string; purpose: KeyPurpose },
  now: number,
): Promise<{ percent: number | null; ready: boolean }> {
  if (!terminalPurposes.includes(purpose)) return { percent: null, ready: true };
  const { seen = 0, percent = 100 } = (await holdersOf(db, [keyId], now)).get(keyId) ?? {};
  return { percent, ready: seen === 0 || percent >= enoughPercent };
}
