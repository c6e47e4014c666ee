import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls on sources did, in words. */
export const sourceWords: AuditWords = {
  'scim.create': said('身份提供方新增了对象', 'An identity provider added somebody or a group', 'ID プロバイダーが追加した'),
  'scim.delete': said('身份提供方删除了对象', 'An identity provider removed somebody or a group', 'ID プロバイダーが削除した'),
  'scim.patch': said('身份提供方修改了对象', 'An identity provider changed somebody or a group', 'ID プロバイダーが変更した'),
  'scim.replace': said('身份提供方替换了对象', 'An identity provider replaced somebody or a group', 'ID プロバイダーが置き換えた'),
  'source.add': said('新增了用户来源', 'Added a user source', 'ユーザーソースを追加した'),
  'source.alarm': said('修改了来源的告警人', 'Changed who is notified of a source', 'ソースの通知先を変更した'),
  'source.delete': said('删除了用户来源', 'Deleted user sources', 'ユーザーソースを削除した'),
  'source.disable': said('停用了用户来源', 'Disabled user sources', 'ユーザーソースを無効にした'),
  'source.enable': said('启用了用户来源', 'Enabled user sources', 'ユーザーソースを有効にした'),
  'source.sample': said('查看了来源的样例数据', 'Looked at sample records of a source', 'ソースのサンプルを表示した'),
  'source.test': said('测试了用户来源', 'Tried the connection of a source', 'ソースの接続を試した'),
  'source.token': said('修改了来源的 SCIM 令牌', 'Made or revoked a SCIM token', 'SCIM トークンを作成または取り消した'),
  'source.update': said('修改了用户来源', 'Edited a user source', 'ユーザーソースを編集した'),
  'source.upload': said('为来源上传了文件', 'Uploaded a file for a source', 'ソースのファイルをアップロードした'),
  'source.apply': said('应用了同步计划', 'Applied the plan of a source', 'ソースの計画を適用した'),
  'source.cancel': said('取消了同步运行', 'Cancelled a run of a source', 'ソースの実行を中止した'),
  'source.export': said('导出了同步运行', 'Exported a run of a source', 'ソースの実行をエクスポートした'),
  'source.reject': said('拒绝了同步计划', 'Rejected the plan of a source', 'ソースの計画を却下した'),
  'source.release': said(
    '放行了被安全阈值拦下的同步',
    'Applied a plan that the safety threshold held',
    '安全しきい値で止まった計画を適用した',
  ),
  'source.resolve': said('处理了同步计划中的一行', 'Decided a line of a source’s plan', 'ソースの計画の行を決定した'),
  'source.sync': said('读取了用户来源', 'Read a user source', 'ユーザーソースを読み取った'),
  'source.undo': said('撤销了同步运行', 'Reverted a run of a source', 'ソースの実行を取り消した'),
};
