import { menu } from '#kit/common/permission.ts';

/** What comes to people where they talk already: their mail, to-dos of other systems, robots and assistants. */
export const mailAndAutomationGroup = menu({
  code: 'mms',
  title: { zh_CN: '邮件与自动化', en_US: 'Mail and automation', ja_JP: 'メールと自動化' },
  icon: 'robot',
  order: 57,
});
