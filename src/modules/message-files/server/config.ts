import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { createRecentChange } from '#kit/server/recent-change.ts';
import type { FileConfig } from '../common/file-config.contract.ts';

/** Column of each value. */
export const configColumns: Readonly<Record<keyof FileConfig, string>> = {
  limits: 'limits',
  quotaPerson: 'quota_person',
  quotaGroup: 'quota_group',
  keepDays: 'keep_days',
  undoDays: 'undo_days',
  imageQuality: 'image_quality',
  imageEdge: 'image_edge',
  keepOriginal: 'keep_original',
  voiceSeconds: 'voice_seconds',
  resumableAbove: 'resumable_above',
  previewOn: 'preview_on',
};
/** Id of the one row. */
export const configId = '00000000-0000-7000-8000-000000000304';

type Row = FileConfig & { id: string; version: number; updatedAt: number; updatedBy: string | null };

/** What holds for files, with its version. */
export async function readConfigRow(db: Db): Promise<Row> {
  const list = Object.entries(configColumns).map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`);
  const { rows } =
    await sql<Row>`select id, version, updated_at as "updatedAt", updated_by as "updatedBy", ${sql.join(list)} from im_file_config`.execute(
      db,
    );
  return rows[0]!;
}

/** Changes that this process makes. */
export const configChanges = createRecentChange();
const trustMillis = 1_000;

/** What holds for files in a running product, read again once a second and at once after a change of this process. */
export const fileConfigOf = perProduct(({ database }) => {
  let known: { at: number; row: Promise<Row> } | undefined;
  return {
    now: async (): Promise<Row> => {
      const at = performance.now();
      if (!known || configChanges.isRecent() || at - known.at > trustMillis) {
        const row = readConfigRow(database.db);
        known = { at, row };
        // A failed reading is not kept.
        row.catch(() => (known = undefined));
      }
      return known.row;
    },
  };
});
