import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const signInWords: AuditWords = {
  'authSetting.add': said('新增了登录方式', 'Added a way to sign in', 'サインイン方法を追加した'),
  'authSetting.delete': said('删除了登录方式', 'Deleted a way to sign in', 'サインイン方法を削除した'),
  'authSetting.disable': said('停用了登录方式', 'Disabled a way to sign in', 'サインイン方法を無効にした'),
  'authSetting.enable': said('启用了登录方式', 'Enabled a way to sign in', 'サインイン方法を有効にした'),
  'authSetting.reorder': said('调整了登录方式的顺序', 'Reordered the ways to sign in', 'サインイン方法の順序を変更した'),
  'authSetting.test': said('测试了登录方式', 'Tested a way to sign in', 'サインイン方法をテストした'),
  'authSetting.update': said('修改了登录方式', 'Edited a way to sign in', 'サインイン方法を編集した'),
  'authenticate.update': said('修改了登录策略', 'Edited the sign-in policy', 'サインインポリシーを編集した'),
  'authenticate.addressRule': said('封锁了登录地址', 'Blocked an address from signing in', 'サインイン元アドレスをブロックした'),
  'authenticate.confirm': said('确认了登录变更', 'Confirmed a change of signing in', 'サインインの変更を確定した'),
  'authenticate.rollBack': said(
    '撤回了未确认的登录变更',
    'Took back a change of signing in that nobody confirmed',
    '確定されなかったサインインの変更を取り消した',
  ),
  'wechat.test': said('测试了企业微信', 'Tested WeCom', 'WeCom をテストした'),
  'wechat.update': said('修改了企业微信设置', 'Edited the WeCom settings', 'WeCom の設定を編集した'),
  'logout.federated': said('外部系统结束了会话', 'Sessions were ended from elsewhere', '外部システムがセッションを終了した'),
  'login.federated': said('通过外部系统登录', 'Signed in elsewhere', '外部システムでサインインした'),
};
