import { local, type KnownWarningKind } from './warning-kind.ts';

const text = (zh_CN: string, en_US: string, ja_JP: string) => ({ label: local(zh_CN, en_US, ja_JP) });
const number = (zh_CN: string, en_US: string, ja_JP: string) => ({ label: local(zh_CN, en_US, ja_JP), as: 'number' as const });
const kit = (kind: Omit<KnownWarningKind, 'module'>): KnownWarningKind => ({ ...kind, module: 'kit' });

/** A job ended without being done, after its retries. One warning a kind of job. */
export const jobFailed = kit({
  kind: 'job.failed',
  title: local('任务失败', 'A job failed', 'ジョブの失敗'),
  sentence: local('任务“{name}”失败：{reason}', 'The job “{name}” failed: {reason}', 'ジョブ「{name}」が失敗しました：{reason}'),
  severity: 'error',
  moment: true,
  facts: {
    reason: text('原因', 'Reason', '理由'),
    person: text('发起人', 'Begun by', '開始した人'),
    jobId: text('任务编号', 'Job', 'ジョブ'),
  },
});

/** A running job does not come on. */
export const jobStuck = kit({
  kind: 'job.stuck',
  title: local('任务停滞', 'A job is stuck', 'ジョブの停滞'),
  sentence: local(
    '任务“{name}”已有 {minutes} 分钟没有进展',
    'The job “{name}” has made no progress for {minutes} minutes',
    'ジョブ「{name}」は {minutes} 分間進んでいません',
  ),
  severity: 'error',
  parameters: { minutes: { label: local('无进展（分钟）', 'Without progress (minutes)', '進展なし（分）'), value: 15, min: 5, max: 1440 } },
  facts: {
    minutes: number('无进展（分钟）', 'Minutes without progress', '進展のない時間（分）'),
    person: text('发起人', 'Begun by', '開始した人'),
  },
});

/** A disk that the product writes to fills up. */
export const diskLow = kit({
  kind: 'disk.low',
  title: local('磁盘空间不足', 'Little disk space', 'ディスク容量の不足'),
  sentence: local(
    '{name} 所在磁盘只剩 {percent}（{free}）',
    'The disk of {name} has {percent} left ({free})',
    '{name} のディスクの空きは {percent}（{free}）です',
  ),
  severity: 'warning',
  forMinutes: 1,
  parameters: {
    warningPercent: { label: local('警告低于（%）', 'Warning below (%)', '注意の下限（%）'), value: 15, min: 1, max: 90 },
    criticalPercent: { label: local('严重低于（%）', 'Critical below (%)', '重大の下限（%）'), value: 5, min: 1, max: 90 },
  },
  facts: {
    percent: { label: local('剩余', 'Left', '空き'), as: 'percent' },
    free: { label: local('剩余空间', 'Free', '空き容量'), as: 'bytes' },
    folder: text('目录', 'Folder', 'フォルダー'),
    host: text('主机', 'Host', 'ホスト'),
  },
});

/** Alert: repeated wrong passwords. */
export const loginAttack = kit({
  kind: 'login.attack',
  title: local('疑似密码攻击', 'Sign-ins under attack', 'サインインへの攻撃'),
  sentence: local(
    '{name}：{minutes} 分钟内 {failures} 次登录失败',
    '{name}: {failures} refused sign-ins within {minutes} minutes',
    '{name}：{minutes} 分間に {failures} 回のサインイン失敗',
  ),
  severity: 'warning',
  moment: true,
  clearMinutes: 60,
  parameters: {
    failures: { label: local('失败次数', 'Refusals', '失敗の回数'), value: 50, min: 5, max: 100_000 },
    minutes: { label: local('时间（分钟）', 'Within (minutes)', '時間（分）'), value: 5, min: 1, max: 60 },
    locks: { label: local('账号锁定次数', 'Locks of one account', 'アカウントのロック回数'), value: 3, min: 1, max: 50 },
  },
  facts: {
    failures: number('失败次数', 'Refusals', '失敗の回数'),
    minutes: number('时间（分钟）', 'Minutes', '時間（分）'),
    locks: number('锁定次数', 'Locks', 'ロックの回数'),
  },
  link: () => '/logs_system_login?result=refused',
});

/** Alert: a person received all rights. */
export const adminRisk = kit({
  kind: 'admin.risk',
  title: local('高权限变更', 'Risk among administrators', '管理者権限のリスク'),
  sentence: local(
    '{name} 获得超级管理员权限（{role}）',
    '{name} may do everything now ({role})',
    '{name} がスーパー管理者になりました（{role}）',
  ),
  severity: 'warning',
  moment: true,
  facts: { role: text('角色', 'Role', 'ロール'), by: text('操作人', 'By', '操作した人'), way: text('方式', 'Way', '経路') },
  link: () => '/sys_authentication/role_user_manage',
});

/** An administrator's second factors were taken away by another. */
export const adminFactor = kit({
  kind: 'admin.factor',
  title: local('管理员第二因素被移除', 'Second factor of an administrator removed', '管理者の第二要素の解除'),
  sentence: local(
    '{by} 移除了 {name} 的第二因素（{count} 个）',
    '{by} removed the second factors of {name} ({count})',
    '{by} が {name} の第二要素を解除しました（{count} 件）',
  ),
  severity: 'warning',
  moment: true,
  facts: { by: text('操作人', 'By', '操作した人'), count: number('数量', 'Number', '件数') },
  link: () => '/sys_authentication/role_user_manage',
});

/** The proof that the logs are as they were written does not hold. */
export const auditSeal = kit({
  kind: 'audit.seal',
  title: local('日志封存异常', 'Seals of the logs', 'ログの封印'),
  sentence: local('{name}：{what}', '{name}: {what}', '{name}：{what}'),
  severity: 'critical',
  parameters: { hours: { label: local('封存延迟（小时）', 'Sealing late (hours)', '封印の遅れ（時間）'), value: 26, min: 1, max: 720 } },
  facts: { what: text('情况', 'What', '状況'), day: text('日期', 'Day', '日付'), place: number('位置', 'Place', '位置') },
  link: () => '/logs_system_operation?view=seal',
});

/** Alert kinds of the kit's own area. */
export const kitWarnings: readonly KnownWarningKind[] = [jobFailed, jobStuck, diskLow, loginAttack, adminRisk, adminFactor, auditSeal];
