import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of boxes did, beside those of the declared entities. */
export const boxWords: AuditWords = {
  'mailServer.test': said('测试了邮件服务器', 'Tested a mail server', 'メールサーバーをテストした'),
  'mailAccount.verify': said('检查了邮箱登录', 'Checked the sign-in of a mailbox', 'メールボックスのサインインを確認した'),
  'mailAccount.reset': said('清除了邮箱密码', 'Cleared passwords of mailboxes', 'メールボックスのパスワードを消去した'),
  'mailAccount.discoverPreview': said('查找了邮箱', 'Looked for mailboxes', 'メールボックスを検出した'),
  'mailAccount.discover': said('创建了发现的邮箱', 'Added the mailboxes that were found', '検出したメールボックスを追加した'),
  'mailAuth.extend': said('延长了邮箱授权', 'Moved the end of mailbox grants', 'メールボックスの許可を延長した'),
  'mailSetting.update': said('修改了终端邮件设置', 'Changed the settings of mail on terminals', '端末メールの設定を変更した'),
};
