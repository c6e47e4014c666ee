import { said, type AuditWords } from './audit/words.ts';

/** Audit sentences of the kit's own calls. */
export const kitWords: AuditWords = {
  'admin.password': said(
    '在服务器上重置了 admin 的密码',
    'Gave admin a new password on the server',
    'サーバー上で admin のパスワードを再設定した',
  ),
  'factor.add': said('设置了第二因素', 'Set up a second factor', '第二要素を設定した'),
  'factor.begin': said('开始设置第二因素', 'Began to set up a second factor', '第二要素の設定を始めた'),
  'factor.delete': said('移除了自己的第二因素', 'Removed an own second factor', '自分の第二要素を削除した'),
  'factor.recovery': said('更新了恢复代码', 'Made new recovery codes', '回復コードを作り直した'),
  'factor.trustEnd': said('不再信任浏览器', 'Ended the trust in a browser', 'ブラウザーの信頼を取り消した'),
  'factor.verify': said('验证了第二因素', 'Gave the second factor', '第二要素で確認した'),
  'file.titles': said('修改了导入文件的列', 'Changed the columns of a file', 'ファイルの列を変更した'),
  'file.upload': said('上传了文件', 'Uploaded a file', 'ファイルをアップロードした'),
  'job.cancel': said('取消了任务', 'Cancelled a job', 'ジョブを取り消した'),
  'journal.revert': said('撤销了变更', 'Reverted changes', '変更を取り消した'),
  'login.local': said('用密码登录', 'Signed in with a password', 'パスワードでサインインした'),
  logout: said('退出登录', 'Signed out', 'サインアウトした'),
  'password.change': said('修改了自己的密码', 'Changed the own password', '自分のパスワードを変更した'),
  'plan.itemsFile': said('导出了变更计划的行', 'Exported lines of a plan of changes', '変更計画の行をエクスポートした'),
  'plan.apply': said('执行了变更计划', 'Applied a plan of changes', '変更計画を実行した'),
  'plan.discard': said('放弃了变更计划', 'Discarded a plan of changes', '変更計画を破棄した'),
  'plan.release': said('放行了被暂停的变更计划', 'Released a held plan of changes', '保留中の変更計画を解除した'),
  'preference.save': said('保存了个人偏好', 'Saved a preference', '個人設定を保存した'),
  'recycle.purge': said('从回收站彻底删除', 'Deleted from the recycle bin for good', 'ごみ箱から完全に削除した'),
  'recycle.restore': said('从回收站恢复', 'Restored from the recycle bin', 'ごみ箱から復元した'),
  'role.viewAsEnd': said('结束了以他人身份查看', 'Stopped looking at the console as somebody else', '別の人としての閲覧を終えた'),
  'session.confirm': said('再次确认了身份', 'Confirmed the password again', '本人確認をやり直した'),
  'warning.read': said('将收到的告警标为已读', 'Marked alerts as read', '受け取った警告を既読にした'),
  'session.end': said('结束了会话', 'Ended a session', 'セッションを終了した'),
  'signIn.rescue': said(
    '在服务器上重新打开了密码登录',
    'Opened signing in with a password on the server',
    'サーバー上でパスワードでのサインインを再び開いた',
  ),
};
