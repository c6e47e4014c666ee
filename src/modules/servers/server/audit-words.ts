import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const serverWords: AuditWords = {
  'server.add': said('新增了服务器', 'Added a server', 'サーバーを追加した'),
  'server.update': said('修改了服务器', 'Edited a server', 'サーバーを編集した'),
  'server.delete': said('删除了服务器', 'Deleted servers', 'サーバーを削除した'),
  'server.enable': said('启用了服务器', 'Enabled servers', 'サーバーを有効にした'),
  'server.disable': said('停用了服务器', 'Disabled servers', 'サーバーを無効にした'),
  'server.drain': said('更改了服务器的排空状态', 'Drained servers, or took them in again', 'サーバーのドレインを変更した'),
  'server.test': said('检查了服务器', 'Checked a server', 'サーバーを検査した'),
  'server.confirm': said('确认了服务器变更', 'Confirmed a change of servers', 'サーバーの変更を確定した'),
  'platform.save': said('保存了平台草稿', 'Saved the draft of a platform', 'プラットフォームの下書きを保存した'),
  'platform.publish': said('发布了平台文档', 'Published the document of a platform', 'プラットフォームの文書を公開した'),
  'platform.rollback': said(
    '回退了平台文档',
    'Published an earlier document of a platform again',
    'プラットフォームの文書を前の版に戻した',
  ),
  'support.bundle': said('制作了支持包', 'Made a support bundle', 'サポート情報を作成した'),
};
