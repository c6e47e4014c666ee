import type { MailTemplate } from '#kit/server/mail/mail-template.ts';
import { local } from '#kit/server/warning/warning-kind.ts';

/** Mails to notice persons. */
export const warningMails: readonly MailTemplate[] = [
  {
    code: 'warning.notice',
    title: local('告警通知', 'Alert notice', '警告の通知'),
    placeholders: {
      title: { title: local('标题', 'Title', '件名'), sample: '[Error] Job Import of people failed' },
      text: { title: local('内容', 'What happened', '内容'), sample: '[Error] Job Import of people failed' },
      link: { title: local('链接', 'Link', 'リンク'), sample: 'https://console.example.com/sys_warning_manager' },
    },
    shipped: {
      zh_CN: {
        subject: '{{title}}',
        html: '<h2>{{title}}</h2><pre>{{text}}</pre><p><a href="{{link}}">在控制台中查看</a></p>',
        text: '{{text}}\n\n在控制台中查看：{{link}}',
      },
      en_US: {
        subject: '{{title}}',
        html: '<h2>{{title}}</h2><pre>{{text}}</pre><p><a href="{{link}}">Open in the console</a></p>',
        text: '{{text}}\n\nOpen in the console: {{link}}',
      },
      ja_JP: {
        subject: '{{title}}',
        html: '<h2>{{title}}</h2><pre>{{text}}</pre><p><a href="{{link}}">コンソールで開く</a></p>',
        text: '{{text}}\n\nコンソールで開く：{{link}}',
      },
    },
  },
  {
    code: 'warning.verify',
    title: local('验证通知地址', 'Proof of a notice address', '通知先アドレスの検証'),
    placeholders: { code: { title: local('验证码', 'Code', '確認コード'), sample: '123456' } },
    shipped: {
      zh_CN: {
        subject: '告警通知地址验证码：{{code}}',
        html: '<p>有管理员希望将告警发送到此地址。验证码：</p><h2>{{code}}</h2><p>24 小时内有效。如果您不希望收到告警，请忽略本邮件。</p>',
        text: '有管理员希望将告警发送到此地址。验证码：{{code}}（24 小时内有效）。如果您不希望收到告警，请忽略本邮件。',
      },
      en_US: {
        subject: 'Code to prove your address for warnings: {{code}}',
        html: '<p>An administrator wishes to send warnings to this address. Code:</p><h2>{{code}}</h2><p>Valid for 24 hours. If you do not wish to receive warnings, ignore this mail.</p>',
        text: 'An administrator wishes to send warnings to this address. Code: {{code}} (valid for 24 hours). If you do not wish to receive warnings, ignore this mail.',
      },
      ja_JP: {
        subject: '警告の通知先アドレスの確認コード：{{code}}',
        html: '<p>管理者がこのアドレスへの警告の送信を希望しています。確認コード：</p><h2>{{code}}</h2><p>24 時間有効です。警告を受け取らない場合は、このメールを無視してください。</p>',
        text: '管理者がこのアドレスへの警告の送信を希望しています。確認コード：{{code}}（24 時間有効）。警告を受け取らない場合は、このメールを無視してください。',
      },
    },
  },
];
