import { said } from '#kit/server/audit/words.ts';
import type { MailTemplate } from '#kit/server/mail/mail-template.ts';

/** What is sent to see whether mail arrives. */
export const testMail: MailTemplate = {
  code: 'mail.test',
  title: said('测试邮件', 'Test mail', 'テストメール'),
  placeholders: {
    by: { title: said('测试人', 'Who tests', 'テスト実行者'), sample: '张三' },
    at: { title: said('时间', 'Time', '日時'), sample: '2026-01-31 09:00' },
  },
  shipped: {
    zh_CN: {
      subject: 'Wheelhouse 测试邮件',
      html: '<p>您好：</p>\n<p>这是 {{by}} 于 {{at}} 从控制台发送的测试邮件。收到它说明邮件服务工作正常，无需回复。</p>',
      text: '您好：\n\n这是 {{by}} 于 {{at}} 从控制台发送的测试邮件。收到它说明邮件服务工作正常，无需回复。',
    },
    en_US: {
      subject: 'Wheelhouse test mail',
      html: '<p>Hello,</p>\n<p>{{by}} sent this test mail from the administrator console at {{at}}. If you can read it, mail works; there is no need to answer.</p>',
      text: 'Hello,\n\n{{by}} sent this test mail from the administrator console at {{at}}. If you can read it, mail works; there is no need to answer.',
    },
    ja_JP: {
      subject: 'Wheelhouse テストメール',
      html: '<p>お疲れさまです。</p>\n<p>{{by}} さんが {{at}} に管理コンソールから送信したテストメールです。届いていればメール送信は正常です。返信は不要です。</p>',
      text: 'お疲れさまです。\n\n{{by}} さんが {{at}} に管理コンソールから送信したテストメールです。届いていればメール送信は正常です。返信は不要です。',
    },
  },
};
