import { menu } from '#kit/common/permission.ts';

/** The console's mail: the frame with how the sending stands. */
export const consoleMail = menu({
  code: 'sys_console_mail',
  route: '/sys_console_mail',
  parent: 'sys',
  title: { zh_CN: '邮件服务', en_US: 'Email settings', ja_JP: 'メール設定' },
  icon: 'mail',
  order: 60,
  buttons: [
    { verb: 'pause', title: { zh_CN: '暂停发送', en_US: 'Pause sending', ja_JP: '送信を一時停止' }, dangerous: true },
    { verb: 'resume', title: { zh_CN: '继续发送', en_US: 'Resume sending', ja_JP: '送信を再開' } },
  ],
});

/** Servers, texts and outbox of the notification mails. */
export const noticeMail = menu({
  code: 'sys_console_mail_sys_notice_mail',
  route: '/sys_console_mail/sys_notice_mail',
  parent: 'sys_console_mail',
  title: { zh_CN: '通知邮件', en_US: 'Notice mail', ja_JP: '通知メール' },
  order: 10,
  nested: true,
  buttons: [
    'update',
    'test',
    { verb: 'saveTemplate', title: { zh_CN: '保存模板', en_US: 'Save template', ja_JP: 'テンプレートを保存' } },
    {
      verb: 'resetTemplate',
      title: { zh_CN: '恢复出厂模板', en_US: 'Back to shipped text', ja_JP: '出荷時の文面に戻す' },
      dangerous: true,
    },
    { verb: 'retry', title: { zh_CN: '重新发送', en_US: 'Send again', ja_JP: '再送' } },
    { verb: 'cancel', title: { zh_CN: '取消发送', en_US: 'Cancel sending', ja_JP: '送信を取り消す' }, dangerous: true },
    { verb: 'suppress', title: { zh_CN: '停发地址', en_US: 'Stop an address', ja_JP: '宛先を停止' } },
    { verb: 'unsuppress', title: { zh_CN: '解除停发', en_US: 'Allow address again', ja_JP: '宛先の停止を解除' } },
    'export',
  ],
});

/** Every page of the module. */
export const mailPages = [consoleMail, noticeMail] as const;
