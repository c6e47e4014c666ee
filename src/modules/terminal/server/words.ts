import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What calls of terminals did, in words. */
export const terminalWords: AuditWords = {
  'terminalPolicy.update': said('修改了终端会话设置', 'Changed the settings of terminal sessions', '端末セッションの設定を変更した'),
  'terminalSession.end': said('结束了终端会话', 'Ended sessions of terminals', '端末のセッションを終了した'),
  'terminalPassword.change': said('在终端修改了密码', 'Changed the password at a terminal', '端末でパスワードを変更した'),
  'terminalMe.avatar': said('在终端设置了自己的头像', 'Set the own picture at a terminal', '端末で自分の写真を設定した'),
  'terminalMe.notMe': said(
    '在终端表示某次登录并非本人操作',
    'Said at a terminal that a sign-in was somebody else’s',
    '端末でサインインが本人のものではないと報告した',
  ),
  'terminalQr.confirm': said(
    '在手机上确认或拒绝了扫码登录',
    'Decided at a phone about a sign-in by code',
    'スマートフォンでコードによるサインインを承認または拒否した',
  ),
  'terminalMe.update': said('在终端修改了自己的资料', 'Changed the own details at a terminal', '端末で自分の情報を変更した'),
};
