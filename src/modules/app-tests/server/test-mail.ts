import { mailOf, type MailTemplate } from '#kit/server/mail/mail-template.ts';
import { local } from '#kit/server/warning/warning-kind.ts';

/** What reminds testers of a build. */
export const testMail: MailTemplate = {
  code: 'app.test',
  title: local('提醒测试人员安装测试版本', 'Reminder to try a test build', 'テスト版のインストールのお願い'),
  placeholders: {
    name: { title: local('姓名', 'Name', '氏名'), sample: 'Li Wei' },
    app: { title: local('应用', 'App', 'アプリ'), sample: 'Workbench' },
    version: { title: local('版本', 'Version', 'バージョン'), sample: '2.1.0' },
    test: { title: local('测试名称', 'Test', 'テスト名'), sample: 'Offline drafts' },
  },
  shipped: {
    zh_CN: mailOf('请试用 {{app}} {{version}}', [
      '{{name}}，您好：',
      '您被邀请参加“{{test}}”测试，但还没有安装 {{app}} {{version}}。请打开应用，在“测试版本”中安装并反馈您的使用情况。',
    ]),
    en_US: mailOf('Please try {{app}} {{version}}', [
      'Hello {{name}},',
      'You are a tester of “{{test}}” and have not installed {{app}} {{version}} yet. Please open the app, install it from the test builds and tell us how it works for you.',
    ]),
    ja_JP: mailOf('{{app}} {{version}} のテストのお願い', [
      '{{name}} さん',
      'テスト「{{test}}」の対象者ですが、{{app}} {{version}} がまだインストールされていません。アプリを開き、テスト版からインストールして、ご意見をお寄せください。',
    ]),
  },
};
