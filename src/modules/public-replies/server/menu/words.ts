import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What calls of menus and the inbox did, in words. */
export const menuAndInboxWords: AuditWords = {
  'menu.save': said('保存了公众号菜单', 'Saved the menu of an account', 'アカウントのメニューを保存した'),
  'menu.publish': said('发布了公众号菜单', 'Published the menu of an account', 'アカウントのメニューを公開した'),
  'menu.withdraw': said('撤下了公众号菜单', 'Withdrew the menu of an account', 'アカウントのメニューの公開を取り下げた'),
  'menu.restore': said('恢复了公众号菜单', 'Restored the menu of an account', 'アカウントのメニューを復元した'),
  'menu.export': said('导出了公众号菜单', 'Exported the menu of an account', 'アカウントのメニューをエクスポートした'),
  'message.reply': said('回复了用户消息', 'Replied to a message', 'メッセージに返信した'),
  'message.assign': said('分配了会话', 'Assigned conversations', '会話の担当者を決めた'),
  'message.close': said('关闭了会话', 'Closed conversations', '会話を終了した'),
  'message.reopen': said('重新打开了会话', 'Reopened conversations', '会話を再開した'),
  'message.star': said('修改了会话星标', 'Changed stars of conversations', '会話のスターを変更した'),
  'message.note': said('添加了会话备注', 'Added a note to a conversation', '会話にメモを追加した'),
  'message.forward': said('转发了用户消息', 'Forwarded a message', 'メッセージを転送した'),
  'message.block': said('拉黑了用户', 'Blocked people', 'ユーザーをブロックした'),
  'message.export': said('导出了用户消息', 'Exported messages', 'メッセージをエクスポートした'),
};
