import { mailOf, type MailTemplate } from '#kit/server/mail/mail-template.ts';
import { local } from '#kit/server/warning/warning-kind.ts';

/** What tells the alarm people of a source. */
export const sourceMails: readonly MailTemplate[] = [
  {
    code: 'source.alarm',
    title: local('用户来源告警', 'Alert of a user source', 'ユーザーソースの通知'),
    placeholders: {
      source: { title: local('来源', 'Source', 'ソース'), sample: 'HR' },
      what: { title: local('发生了什么', 'What happened', '内容'), sample: '同步被安全阈值拦下' },
      detail: { title: local('详情', 'Details', '詳細'), sample: '600 / 500' },
      link: { title: local('链接', 'Link', 'リンク'), sample: 'https://console.example.com/muc_source' },
    },
    shipped: {
      zh_CN: mailOf('用户来源“{{source}}”：{{what}}', [
        '用户来源“{{source}}”：{{what}}。',
        '{{detail}}',
        '查看：{{link}}',
        '您是该来源的告警人，因此收到此邮件。',
      ]),
      en_US: mailOf('User source {{source}}: {{what}}', [
        'User source {{source}}: {{what}}.',
        '{{detail}}',
        'Look at it: {{link}}',
        'You get this mail because you are an alarm person of this source.',
      ]),
      ja_JP: mailOf('ユーザーソース「{{source}}」：{{what}}', [
        'ユーザーソース「{{source}}」：{{what}}。',
        '{{detail}}',
        '確認：{{link}}',
        'このメールは、このソースの通知先に登録されている方にお送りしています。',
      ]),
    },
  },
];
