import type { MailTemplate } from '#kit/server/mail/mail-template.ts';
import { local } from '#kit/server/warning/warning-kind.ts';

const name = { title: local('报表名称', 'Name of the report', 'レポート名'), sample: 'Refused sign-ins' };
const period = { title: local('时间范围', 'Period', '期間'), sample: '2026-03-02 – 2026-03-08' };
const rows = { title: local('行数', 'Rows', '行数'), sample: '128' };
const link = {
  title: local('链接', 'Link', 'リンク'),
  sample: 'https://console.example.com/logs_system_operation?report=0198c0de-0000-7000-8000-000000000001',
};

/** Mails of planned reports: with the way to the rows for who may see them, and without for the others. */
export const reportMails: readonly MailTemplate[] = [
  {
    code: 'logs.report',
    title: local('日志报表', 'Report of the logs', 'ログのレポート'),
    placeholders: { name, period, rows, link },
    shipped: {
      zh_CN: {
        subject: '日志报表：{{name}}（{{period}}）',
        html: '<h2>{{name}}</h2><p>{{period}}，共 {{rows}} 行。</p><p><a href="{{link}}">在控制台中下载</a>（7 天内有效）</p>',
        text: '{{name}}\n{{period}}，共 {{rows}} 行。\n\n在控制台中下载（7 天内有效）：{{link}}',
      },
      en_US: {
        subject: 'Report of the logs: {{name}} ({{period}})',
        html: '<h2>{{name}}</h2><p>{{period}}: {{rows}} rows.</p><p><a href="{{link}}">Download it in the console</a> (for 7 days)</p>',
        text: '{{name}}\n{{period}}: {{rows}} rows.\n\nDownload it in the console (for 7 days): {{link}}',
      },
      ja_JP: {
        subject: 'ログのレポート：{{name}}（{{period}}）',
        html: '<h2>{{name}}</h2><p>{{period}}、{{rows}} 件。</p><p><a href="{{link}}">コンソールでダウンロード</a>（7 日間有効）</p>',
        text: '{{name}}\n{{period}}、{{rows}} 件。\n\nコンソールでダウンロード（7 日間有効）：{{link}}',
      },
    },
  },
  {
    code: 'logs.reportNotice',
    title: local('日志报表提示', 'Notice of a report of the logs', 'ログのレポートのお知らせ'),
    placeholders: { name, period },
    shipped: {
      zh_CN: {
        subject: '日志报表：{{name}}（{{period}}）',
        html: '<h2>{{name}}</h2><p>{{period}} 的报表没有为您生成内容：您没有导出该日志的权限，或报表无法生成。如有需要，请联系管理员。</p>',
        text: '{{name}}\n{{period}} 的报表没有为您生成内容：您没有导出该日志的权限，或报表无法生成。如有需要，请联系管理员。',
      },
      en_US: {
        subject: 'Report of the logs: {{name}} ({{period}})',
        html: '<h2>{{name}}</h2><p>The report about {{period}} holds no rows for you: you may not export this log, or it could not be made. Ask an administrator if you need it.</p>',
        text: '{{name}}\nThe report about {{period}} holds no rows for you: you may not export this log, or it could not be made. Ask an administrator if you need it.',
      },
      ja_JP: {
        subject: 'ログのレポート：{{name}}（{{period}}）',
        html: '<h2>{{name}}</h2><p>{{period}} のレポートには、あなた向けの内容がありません。このログを書き出す権限がないか、作成できませんでした。必要な場合は管理者にご連絡ください。</p>',
        text: '{{name}}\n{{period}} のレポートには、あなた向けの内容がありません。このログを書き出す権限がないか、作成できませんでした。必要な場合は管理者にご連絡ください。',
      },
    },
  },
];
