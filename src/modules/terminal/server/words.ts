import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What calls of terminals did, in words. */
export const terminalWords: AuditWords = {
  'terminalPassword.change': said('在终端修改了密码', 'Changed the password at a terminal', '端末でパスワードを変更した'),
};
