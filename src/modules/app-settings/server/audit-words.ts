import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const settingWords: AuditWords = {
  'loginPage.save': said('保存了登录页草稿', 'Saved the draft of a login page', 'ログイン画面の下書きを保存した'),
  'loginPage.publish': said('发布了登录页', 'Published a login page', 'ログイン画面を公開した'),
  'appLoginAuth.save': said('修改了应用的登录认证', 'Changed how people sign in to an app', 'アプリのサインイン方式を変更した'),
  'appLoginAuth.enable': said('启用了应用的一种登录方式', 'Enabled a sign-in method of an app', 'アプリのサインイン方式を有効にした'),
  'appLoginAuth.disable': said('停用了应用的一种登录方式', 'Disabled a sign-in method of an app', 'アプリのサインイン方式を無効にした'),
  'otherConfig.save': said('修改了应用的配置项', 'Changed settings of an app', 'アプリの設定項目を変更した'),
  'otherConfig.import': said('导入了应用的配置项取值', 'Imported values of the settings of an app', 'アプリの設定値をインポートした'),
  'otherConfig.reset': said('将应用的配置项恢复为默认值', 'Reset settings of an app', 'アプリの設定項目を既定値に戻した'),
};
