import { local, type KnownWarningKind, type WarningKind } from '#kit/server/warning/warning-kind.ts';

const records = '/logs_cleaning/cleanup_record';
const mechanism = '/logs_cleaning/cleanup_mechanism';

/** Alert: a shorter retention of a log was requested. */
export const logShorter: KnownWarningKind = {
  kind: 'log.shorter',
  module: 'logs',
  title: local('日志保留期将缩短', 'A log will be kept for a shorter time', 'ログの保存期間が短縮される'),
  sentence: local(
    '「{name}」将只保留 {days} 天，一天后生效，此前可以撤回（{by}）',
    '{name} will be kept for {days} days only, from a day on; it can be reverted until then ({by})',
    '「{name}」の保存期間は1日後に {days} 日になります。それまでは取り下げられます（{by}）',
  ),
  severity: 'warning',
  moment: true,
  facts: { days: { label: local('天数', 'Days', '日数') }, by: { label: local('操作人', 'By', '実行者') } },
  link: ({ id }) => `${mechanism}?id=${id}`,
};

/** What may go wrong when logs are cleaned, and what the audit administrators are told of. */
export const cleaningWarnings: readonly WarningKind[] = [
  {
    kind: 'log.cleanFailed',
    title: local('日志清理失败', 'A log could not be cleaned', 'ログの整理に失敗'),
    sentence: local('「{name}」未能清理：{reason}', '{name} could not be cleaned: {reason}', '「{name}」を整理できませんでした：{reason}'),
    severity: 'error',
    facts: { reason: { label: local('原因', 'Reason', '原因') } },
    link: () => `${records}?state=failed`,
  },
  {
    kind: 'log.archiveMissing',
    title: local('日志归档缺失或被改动', 'An archive of a log is missing or was changed', 'ログのアーカイブが欠落または改変'),
    sentence: local(
      '归档「{name}」缺失或被改动',
      'The archive {name} is missing or was changed',
      'アーカイブ「{name}」が欠落または改変されています',
    ),
    severity: 'critical',
    link: ({ id }) => `${mechanism}?view=archives&id=${id}`,
  },
  {
    kind: 'log.unsent',
    title: local('日志未发送即被清理', 'A log is cleaned before a stream has it', 'ログが送信されないまま整理される'),
    sentence: local(
      '日志流 {streams} 30 天仍未收到「{name}」的到期部分，清理不再等待',
      'Streams have not got what is over its time of {name} for 30 days: {streams}. Cleaning waits no longer',
      'ストリーム {streams} は期限を過ぎた「{name}」を30日間受け取っていません。整理はこれ以上待ちません',
    ),
    severity: 'error',
    moment: true,
    facts: { streams: { label: local('日志流', 'Streams', 'ストリーム') } },
    link: () => records,
  },
  logShorter,
];
