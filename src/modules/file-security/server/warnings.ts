import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';

/** What may go wrong with decisions about files. */
export const fileWarnings: readonly WarningKind[] = [
  {
    kind: 'file.undecided',
    title: local('文件权限无法判定', 'Files can’t be decided about', 'ファイルの可否を判定できない'),
    sentence: local(
      '文件权限判定失败，期间所有文件操作均被拒绝：{reason}',
      'Decisions about files fail, and every action on files is refused meanwhile: {reason}',
      'ファイルの可否を判定できず、その間すべてのファイル操作が拒否されています：{reason}',
    ),
    severity: 'critical',
    moment: true,
    clearMinutes: 10,
    facts: { reason: { label: local('原因', 'Reason', '理由') } },
    link: () => '/msm_file_security_configuration?view=decisions',
  },
  {
    kind: 'file.burst',
    title: local('员工的文件操作异常增多', 'Somebody acts on unusually many files', 'ファイル操作の異常な急増'),
    sentence: local(
      '{name} 在 24 小时内有 {n} 次文件下载或被拒操作，平时每天约 {usual} 次',
      '{name} downloaded files or was refused {n} times within 24 hours; usual are {usual} a day',
      '{name} さんは 24 時間以内に {n} 回ダウンロードまたは拒否されました（通常は 1 日約 {usual} 回）',
    ),
    severity: 'warning',
    moment: true,
    facts: {
      n: { label: local('次数', 'Times', '回数') },
      usual: { label: local('平时每天', 'Usual a day', '通常（1 日）') },
    },
    link: ({ id }) => `/msm_file_security_configuration?view=decisions&empId=${id}`,
  },
];
