import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import type { ExportedLog } from '../../common/export.contract.ts';
import { clientLogin, consoleLogin, operationLog } from '../../common/permissions.ts';

/** The page on which the file of a log is handed over. */
const routeOf: Readonly<Record<ExportedLog, string>> = {
  operation: operationLog.route ?? '',
  consoleLogin: consoleLogin.route ?? '',
  clientLogin: clientLogin.route ?? '',
};

/** Where the console hands a report over. */
export const linkOf = (log: ExportedLog, fileId: string): string => `${routeOf[log]}?report=${fileId}`;

const period = { label: local('时间范围', 'Period', '期間') };
const message = {
  severity: 'info' as const,
  moment: true,
  onlyTo: ({ personId }: Readonly<Record<string, unknown>>) => String(personId),
  notBy: ['mail'],
};

/** Reports for who has no mail address: a message by their other ways. */
export const reportWarnings: readonly WarningKind[] = [
  {
    ...message,
    kind: 'logs.report',
    title: local(
      '日志报表（无邮件地址的接收人）',
      'A report of the logs, for who has no mail address',
      'ログのレポート（メールアドレスのない受信者）',
    ),
    sentence: local(
      '日志报表“{name}”（{period}）：{rows} 行',
      'Report of the logs "{name}" ({period}): {rows} rows',
      'ログのレポート「{name}」（{period}）：{rows} 件',
    ),
    facts: { period, rows: { label: local('行数', 'Rows', '行数'), as: 'number' } },
    link: ({ facts }) => String(facts['link']),
  },
  {
    ...message,
    kind: 'logs.reportNotice',
    title: local(
      '日志报表提示（无邮件地址的接收人）',
      'Notice of a report of the logs, for who has no mail address',
      'ログのレポートのお知らせ（メールアドレスのない受信者）',
    ),
    sentence: local(
      '日志报表“{name}”（{period}）没有为您生成内容：您没有导出该日志的权限，或报表无法生成',
      'The report of the logs "{name}" ({period}) holds no rows for you: you may not export this log, or it could not be made',
      'ログのレポート「{name}」（{period}）には、あなた向けの内容がありません：書き出す権限がないか、作成できませんでした',
    ),
    facts: { period },
  },
];

interface Made {
  report: { id: string; name: string; log: ExportedLog };
  due: number;
  personId: string;
  period: string;
  made: { fileId: string; rows: number } | undefined;
}

/** Tells a recipient without a mail address, by their other ways. */
export async function raiseReport(
  tx: Db,
  services: Pick<Services, 'warnings'>,
  { report, due, personId, period: span, made }: Made,
): Promise<void> {
  await services.warnings.raise(tx, {
    kind: made ? 'logs.report' : 'logs.reportNotice',
    object: { kind: 'logReport', id: `${report.id}:${due}:${personId}`, name: report.name },
    facts: { personId, period: span, ...(made && { rows: made.rows, link: linkOf(report.log, made.fileId) }) },
  });
}
