import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const appsWords: AuditWords = {
  'app.online': said('上架了应用', 'Put apps on shelf', 'アプリを公開した'),
  'app.offline': said('下架了应用', 'Took apps off shelf', 'アプリの公開を停止した'),
  'app.secret': said('更换了应用密钥', 'Made a new secret for an app', 'アプリのシークレットを更新した'),
  'appVersion.clone': said('克隆了应用版本', 'Copied an app version', 'アプリのバージョンを複製した'),
  'appVersion.online': said('上架了应用版本', 'Put app versions on shelf', 'アプリのバージョンを公開した'),
  'appVersion.offline': said('下架了应用版本', 'Took app versions off shelf', 'アプリのバージョンの公開を停止した'),
  'appVersion.download': said('下载了安装包', 'Downloaded a package', 'パッケージをダウンロードした'),
  'appVersion.force': said('设置或取消了强制升级的最低版本', 'Set or lifted a minimum build', '最低ビルドを強制または解除した'),
  'appVersion.replace': said('修改了版本的安装包', 'Changed the package of a version', 'バージョンのパッケージを変更した'),
  'terminal.export': said('导出了应用终端', 'Exported the terminals of an app', 'アプリの端末をエクスポートした'),
  'limitUser.export': said('导出了版本的限定用户', 'Exported the limit users of a version', 'バージョンの対象ユーザーをエクスポートした'),
  'limitUser.import': said('导入了版本的限定用户', 'Imported limit users of a version', 'バージョンの対象ユーザーをインポートした'),
  'versionWidget.copy': said(
    '复制了其他版本的内置小程序',
    'Copied the widgets of another version',
    '別のバージョンのウィジェットをコピーした',
  ),
  'rollout.save': said('保存了灰度发布计划', 'Saved the plan of a rollout', '段階的公開の計画を保存した'),
  'rollout.start': said('开始了灰度发布', 'Began a rollout', '段階的公開を開始した'),
  'rollout.advance': said('将灰度发布推进到下一阶段', 'Took a rollout to its next stage', '段階的公開を次の段階に進めた'),
  'rollout.pause': said('暂停了灰度发布', 'Paused a rollout', '段階的公開を一時停止した'),
  'rollout.resume': said('恢复了灰度发布', 'Resumed a rollout', '段階的公開を再開した'),
  'rollout.halt': said('中止了灰度发布', 'Stopped a rollout', '段階的公開を停止した'),
  'rollout.finish': said('完成了灰度发布', 'Finished a rollout', '段階的公開を完了した'),
  'rollout.cancel': said('取消了灰度发布', 'Cancelled a rollout', '段階的公開を取り消した'),
  'limitUser.save': said('修改了版本的限定用户', 'Changed the limit users of a version', 'バージョンの対象ユーザーを変更した'),
  'versionWidget.save': said('修改了版本的内置小程序', 'Changed the widgets of a version', 'バージョンのウィジェットを変更した'),
  'link.add': said('生成了安装链接', 'Made an install link', 'インストールリンクを作成した'),
  'link.revoke': said('吊销了安装链接', 'Ended an install link', 'インストールリンクを無効にした'),
};
