import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { ExtraTarget } from '../../common/extra/extra-fields.ts';
import { extraDictionary as page } from '../../common/extra/extra.permissions.ts';
import { areMany, convertible, hasDuplicates, settleField, settlePiece } from './extra.index.ts';
import { extraJobs, extrasChanged, lockExtras } from './extra.known.ts';

interface Payload {
  fieldId: string;
  /** The definition that the rows are made for; one that was changed since has a job of its own. */
  version: number;
}

/** Makes the typed rows of a field for a large company, piece by piece; until it has ended, nobody filters or searches by the field. */
export const extraIndexJob: JobKind<Payload, { pieces: number }> = {
  kind: 'extra.index',
  title: { namespace: 'user-centre', key: 'job.extra.index' },
  code: page.button.update,
  exclusive: ({ fieldId }) => `extra.index ${fieldId}`,
  run: async ({ services, signal, progress }, { fieldId, version }) => {
    const { db } = services.database;
    let last: string | null = null;
    let done = 0;
    for (;;) {
      signal.throwIfAborted();
      const after: string | null = last;
      // In pieces, each without anybody who writes values meanwhile: a row must not tell what was there before.
      const next = await db.transaction().execute(async (tx): Promise<string | undefined> => {
        await lockExtras(tx);
        const { rows } = await sql<{
          target: ExtraTarget;
        }>`select target from extra_field where id = ${fieldId}::uuid and version = ${version} and not ready`.execute(tx);
        return rows[0] && settlePiece(tx, rows[0].target, fieldId, after);
      });
      if (next === undefined) break;
      last = next;
      done += 1;
      await progress({ done, total: null, failed: 0 });
    }
    await db.transaction().execute(async (tx) => {
      await sql`update extra_field set ready = true where id = ${fieldId}::uuid and version = ${version}`.execute(tx);
      await extrasChanged(tx);
    });
    return { pieces: done };
  },
};

/** Makes the typed rows of a field again, of values in the form of its type: at once where there are few objects, else by a job. Refuses (12043) where a unique value is there twice. */
export async function reindex(tx: Tx, caller: Caller, { target, id }: { target: ExtraTarget; id: string }): Promise<void> {
  await sql`delete from extra_value where field_id = ${id}::uuid`.execute(tx);
  const { rows } = await sql<{
    code: string;
    unique: boolean;
    indexed: boolean;
    type: string;
    version: number;
  }>`select code, is_unique as "unique", filterable or searchable or is_unique as indexed, version, type
    from extra_field where id = ${id}::uuid`.execute(tx);
  const [field] = rows;
  if (!field || (!field.indexed && !convertible.has(field.type))) return;
  if (field.unique && (await hasDuplicates(tx, target, field.code))) throw new Refusal(12043, {}, { field: 'unique' });
  const jobs = extraJobs();
  if (!jobs || !(await areMany(tx, target))) return settleField(tx, target, id);
  await sql`update extra_field set ready = false where id = ${id}::uuid`.execute(tx);
  await jobs.start(tx, caller, extraIndexJob, { fieldId: id, version: field.version });
}
