import { menu } from '#kit/common/permission.ts';

/** How long logs are kept: frame of retention and records. */
export const cleaning = menu({
  code: 'logs_cleaning',
  route: '/logs_cleaning',
  parent: 'logs',
  title: { zh_CN: '日志清理', en_US: 'Log retention', ja_JP: 'ログの保存期間' },
  icon: 'database',
  order: 30,
  duty: 'audit',
});

const named = <V extends string>(verb: V, zh_CN: string, en_US: string, ja_JP: string) =>
  ({ verb, title: { zh_CN, en_US, ja_JP } }) as const;

/** Retention, holds, archives and their targets. */
export const cleanupMechanism = menu({
  code: 'logs_cleaning_cleanup_mechanism',
  route: '/logs_cleaning/cleanup_mechanism',
  parent: 'logs_cleaning',
  title: { zh_CN: '清理机制', en_US: 'Retention', ja_JP: '保存期間' },
  order: 10,
  nested: true,
  duty: 'audit',
  buttons: [
    'update',
    named('estimate', '估算', 'Estimate', '見積もる'),
    { ...named('runNow', '立即清理', 'Clean now', '今すぐ整理'), dangerous: true },
    named('addHold', '新增保全', 'Add a legal hold', '訴訟ホールドを追加'),
    named('updateHold', '修改保全', 'Change a legal hold', '訴訟ホールドを変更'),
    { ...named('releaseHold', '解除保全', 'Release a legal hold', '訴訟ホールドを解除'), dangerous: true },
    named('restoreArchive', '恢复归档', 'Restore an archive', 'アーカイブを復元'),
    named('verifyArchive', '校验归档', 'Verify an archive', 'アーカイブを検証'),
    { ...named('deleteArchive', '删除归档', 'Delete an archive', 'アーカイブを削除'), dangerous: true },
    named('saveArchiveTarget', '保存归档位置', 'Save an archive target', '保管先を保存'),
    named('testArchiveTarget', '测试归档位置', 'Test an archive target', '保管先をテスト'),
  ],
});

/** Every cleaning with its proof. */
export const cleanupRecord = menu({
  code: 'logs_cleaning_cleanup_record',
  route: '/logs_cleaning/cleanup_record',
  parent: 'logs_cleaning',
  title: { zh_CN: '清理记录', en_US: 'Cleaning records', ja_JP: '整理の記録' },
  order: 20,
  nested: true,
  duty: 'audit',
  buttons: ['export', { ...named('retry', '重试', 'Retry', '再試行'), dangerous: true }],
});

/** Pages of the cleaning. */
export const cleaningPages = [cleaning, cleanupMechanism, cleanupRecord] as const;
