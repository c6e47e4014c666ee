import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of the console's mail did, in words. */
export const mailWords: AuditWords = {
  'mail.update': said('修改了邮件设置', 'Changed the mail settings', 'メール設定を変更した'),
  'mail.test': said('发送了测试邮件', 'Sent a test mail', 'テストメールを送信した'),
  'mailTemplate.save': said('修改了邮件模板', 'Changed a mail template', 'メールテンプレートを変更した'),
  'mailTemplate.reset': said(
    '恢复了出厂邮件模板',
    'Put mail templates back to the shipped text',
    'メールテンプレートを出荷時の文面に戻した',
  ),
  'mailOutbox.retry': said('重新发送了邮件', 'Sent mails again', 'メールを再送した'),
  'mailOutbox.cancel': said('取消了待发邮件', 'Cancelled waiting mails', '送信待ちのメールを取り消した'),
  'mailOutbox.suppress': said('停发了收件地址', 'Stopped mail to an address', '宛先への送信を停止した'),
  'mailOutbox.unsuppress': said('解除了收件地址的停发', 'Allowed mail to addresses again', '宛先への送信停止を解除した'),
  'mailOutbox.export': said('导出了发件箱', 'Exported the outbox', '送信箱をエクスポートした'),
  'mailOutbox.pause': said('暂停了邮件发送', 'Paused the sending of mail', 'メール送信を一時停止した'),
  'mailOutbox.resume': said('恢复了邮件发送', 'Resumed the sending of mail', 'メール送信を再開した'),
};
