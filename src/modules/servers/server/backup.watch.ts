import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { RadarKind } from '#kit/server/radar-kind.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { serversPage as page } from '../common/permissions.ts';

const hourMillis = 3_600_000;
const objectId = 'backup';
const name = local('数据库与文件的备份', 'Backup of database and files', 'データベースとファイルのバックアップ');
const link = (): string => `${page.route}?tab=nodes`;

/** No backup was finished for too long. */
export const backupOld: WarningKind = {
  kind: 'backup.old',
  title: local('备份过旧', 'The backup is old', 'バックアップが古い'),
  sentence: local(
    '最近一次备份：{backedUpAt}，已超过 {hours} 小时',
    'The last backup was finished on {backedUpAt}, more than {hours} hours ago',
    '最後のバックアップは {backedUpAt}、{hours} 時間を超えています',
  ),
  severity: 'error',
  clearMinutes: 0,
  parameters: { hours: { label: local('小时', 'Hours', '時間'), value: 26, min: 1, max: 8760 } },
  facts: {
    backedUpAt: { label: local('最近备份', 'Last backup', '最後のバックアップ'), as: 'time' },
    hours: { label: local('小时', 'Hours', '時間'), as: 'number' },
  },
  link,
};

/** When the last backup was finished; null when there was none. */
export async function backedUpAt(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`select backed_up_at as at from installation`.execute(db);
  return rows[0]?.at ?? null;
}

/** Alerts about an old backup, and resolves it with a new one. Who never made one by this product may have a way of their own. */
export async function watchBackup({ database: { db }, warnings, now }: Pick<Services, 'database' | 'warnings' | 'now'>): Promise<void> {
  const at = await backedUpAt(db);
  const { hours = 26 } = await warnings.parameters(db, backupOld.kind);
  if (at === null || at > now() - hours * hourMillis) return warnings.clear(db, backupOld.kind, objectId);
  await warnings.raise(db, {
    kind: backupOld.kind,
    object: { kind: 'backup', id: objectId, name },
    facts: { backedUpAt: at, hours },
  });
}

/** The age of the last backup. */
export const backupRadar: RadarKind = {
  kind: 'backup.age',
  objectKind: 'backup',
  title: local('备份', 'Backup', 'バックアップ'),
  measure: 'age',
  impact: local(
    '数据丢失时，最近一次备份之后的一切都无法找回',
    'If data is lost, nothing after the last backup comes back',
    'データを失うと、最後のバックアップ以降は戻りません',
  ),
  nextStep: local(
    '运行 npm run backup，并安排每日执行',
    'Run npm run backup, and have it run each day',
    'npm run backup を実行し、毎日実行するようにする',
  ),
  code: page.code,
  toldBy: backupOld.kind,
  remindDays: [],
  link,
  list: async (db, { warnings }) => {
    const at = await backedUpAt(db);
    const { hours = 26 } = await warnings.parameters(db, backupOld.kind);
    return [{ objectId, name, since: at, dueAt: at === null ? null : at + hours * hourMillis }];
  },
};
