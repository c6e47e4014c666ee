import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { createRecentChange } from '#kit/server/recent-change.ts';
import type { MessagingSetting } from '../common/setting.contract.ts';

/** Column of each setting. */
export const settingColumns: Readonly<Record<keyof MessagingSetting, string>> = {
  recallMinutes: 'recall_minutes',
  editMinutes: 'edit_minutes',
  textLimit: 'text_limit',
  readMarks: 'read_marks',
  historyDays: 'history_days',
  mentionAllBy: 'mention_all_by',
  mentionAllPerDay: 'mention_all_per_day',
  perTenSeconds: 'per_ten_seconds',
  perHour: 'per_hour',
  groupPerSecond: 'group_per_second',
  pushPreview: 'push_preview',
  caseMaxDays: 'case_max_days',
  caseApproval: 'case_approval',
  undoDays: 'undo_days',
};
/** Id of the one row of settings. */
export const settingId = '00000000-0000-7000-8000-000000000302';

type Row = MessagingSetting & { id: string; version: number; updatedAt: number; updatedBy: string | null };

/** The settings with their version. */
export async function readSettingRow(db: Db): Promise<Row> {
  const list = Object.entries(settingColumns).map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`);
  const { rows } =
    await sql<Row>`select id, version, updated_at as "updatedAt", updated_by as "updatedBy", ${sql.join(list)} from im_setting`.execute(db);
  return rows[0]!;
}

/** Changes of the settings that this process makes. */
export const settingChanges = createRecentChange();
const trustMillis = 1_000;

/** The settings of a running product, read again once a second and at once after a change of this process. */
export const settingsOf = perProduct(({ database }) => {
  let known: { at: number; row: Promise<Row> } | undefined;
  return {
    now: async (): Promise<Row> => {
      const at = performance.now();
      if (!known || settingChanges.isRecent() || at - known.at > trustMillis) {
        const row = readSettingRow(database.db);
        known = { at, row };
        // A failed reading is not kept.
        row.catch(() => (known = undefined));
      }
      return known.row;
    },
  };
});
