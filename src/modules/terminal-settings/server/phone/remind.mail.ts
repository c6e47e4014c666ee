import { mailOf, type MailTemplate } from '#kit/server/mail/mail-template.ts';
import { local } from '#kit/server/warning/warning-kind.ts';

/** What reminds people of a number that they have not submitted. */
export const remindMail: MailTemplate = {
  code: 'phone.remind',
  title: local('提醒提交手机号', 'Reminder to submit a mobile number', '携帯番号の提出のお願い'),
  placeholders: { name: { title: local('姓名', 'Name', '氏名'), sample: '张三' } },
  shipped: {
    zh_CN: mailOf('请提交您的手机号', [
      '{{name}}，您好：',
      '公司需要您的手机号，以便同事联系您，也便于找回账号。您还没有提交。',
      '请在终端应用的“我”中填写并提交。如果您认为收到此邮件有误，请联系管理员。',
    ]),
    en_US: mailOf('Please submit your mobile number', [
      'Hello {{name}},',
      'Your company asks for your mobile number, so that colleagues reach you and you can recover your account. You have not submitted it yet.',
      'Please enter it in the app, under “Me”. If you think that this mail is a mistake, ask your administrator.',
    ]),
    ja_JP: mailOf('携帯番号をご提出ください', [
      '{{name}} さん',
      '同僚からの連絡とアカウントの復旧のため、携帯番号の登録をお願いしています。まだ提出されていません。',
      'アプリの「自分」から入力してください。お心当たりのない場合は管理者にお問い合わせください。',
    ]),
  },
};
