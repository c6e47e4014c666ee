import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import { maxPreferenceBytes, maxPreferences, preferenceGet, preferenceSave } from '#kit/common/session/preference.contract.ts';
import { z } from 'zod';
import type { Tx } from '../directory.ts';
import { handle, type BoundRoute } from '../handle.ts';
import { Refusal } from '../refusal.ts';
import './session.table.ts';

const json = z.json();

/** What an administrator prefers: their own only. */
export const preferenceRoutes: readonly BoundRoute[] = [
  handle(preferenceGet, async ({ db, caller }, { keys }) => {
    const rows = await db
      .selectFrom('preference')
      .select(['key', 'value'])
      .where('uid', '=', caller.uid)
      .where('key', 'in', keys)
      .execute();
    return { list: rows.map((row) => ({ key: row.key, value: json.parse(row.value) })) };
  }),
  handle(preferenceSave, (call, { key, value }) =>
    call.write(async (tx) => {
      call.caller.note({ key });
      await save(tx, call.caller.uid, { key, value: value === null ? null : JSON.stringify(value) });
      return null;
    }),
  ),
];

async function save(tx: Tx, uid: string, { key, value }: { key: string; value: string | null }): Promise<void> {
  if (value === null) {
    await tx.deleteFrom('preference').where('uid', '=', uid).where('key', '=', key).execute();
    return;
  }
  if (Buffer.byteLength(value) > maxPreferenceBytes) throw new Refusal(code.tooLarge);
  // One person's saves are counted one after another.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`preference:${uid}`}, 0))`.execute(tx);
  const { others } = await tx
    .selectFrom('preference')
    .select((has) => has.fn.countAll<number>().as('others'))
    .where('uid', '=', uid)
    .where('key', '!=', key)
    .executeTakeFirstOrThrow();
  if (others >= maxPreferences) throw new Refusal(code.tooLarge);
  await tx
    .insertInto('preference')
    .values({ uid, key, value })
    .onConflict((conflict) => conflict.columns(['uid', 'key']).doUpdateSet({ value }))
    .execute();
}
