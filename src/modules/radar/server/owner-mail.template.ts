import { mailOf, type MailTemplate } from '#kit/server/mail/mail-template.ts';
import { local } from '#kit/server/warning/warning-kind.ts';

/** What tells an owner that something of theirs ends. */
export const ownerMail: MailTemplate = {
  code: 'radar.owner',
  title: local('提醒负责人：即将到期', 'Reminder to owners: something ends', '担当者への通知：期限が近い'),
  placeholders: {
    owner: { title: local('负责人', 'Owner', '担当者'), sample: 'Li Wei' },
    name: { title: local('事项', 'Item', '項目'), sample: 'www.example.com' },
    kind: { title: local('类别', 'Type', '種類'), sample: 'Certificate of a server' },
    when: { title: local('何时到期', 'When it ends', '期限までの日数'), sample: 'ends in 30 days' },
    due: { title: local('期限', 'Day', '期限'), sample: '2027-01-31' },
    impact: { title: local('影响', 'What stops working', '影響'), sample: 'Terminals can no longer connect' },
    nextStep: { title: local('下一步', 'Next step', '次の対応'), sample: 'Renew the certificate' },
    link: { title: local('链接', 'Link', 'リンク'), sample: '/sys_health_radar' },
  },
  shipped: {
    zh_CN: mailOf('{{name}}：{{when}}', [
      '{{owner}}，您好：',
      '由您负责的“{{name}}”（{{kind}}）{{when}}，期限：{{due}}。',
      '影响：{{impact}}',
      '下一步：{{nextStep}}',
      '详情：{{link}}',
    ]),
    en_US: mailOf('{{name}}: {{when}}', [
      'Hello {{owner}},',
      '{{name}} ({{kind}}), which you own, {{when}}: {{due}}.',
      'What stops working: {{impact}}',
      'Next step: {{nextStep}}',
      'Details: {{link}}',
    ]),
    ja_JP: mailOf('{{name}}：{{when}}', [
      '{{owner}} さん',
      'ご担当の「{{name}}」（{{kind}}）は{{when}}。期限：{{due}}',
      '影響：{{impact}}',
      '次の対応：{{nextStep}}',
      '詳細：{{link}}',
    ]),
  },
};
