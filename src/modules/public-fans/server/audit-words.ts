import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const publicFansWords: AuditWords = {
  'fanTag.merge': said('合并了粉丝标签', 'Merged fan tags', 'ファンのタグを統合した'),
  'fanTag.assign': said('给粉丝打了标签', 'Added tags to fans', 'ファンにタグを付けた'),
  'fanTag.remove': said('取消了粉丝的标签', 'Removed tags from fans', 'ファンからタグを外した'),
  'fan.block': said('拉黑了粉丝', 'Blocked fans', 'ファンをブロックした'),
  'fan.unblock': said('取消拉黑了粉丝', 'Unblocked fans', 'ファンのブロックを解除した'),
  'fan.remark': said('修改了粉丝备注', 'Changed remarks of fans', 'ファンの備考を変更した'),
  'fan.import': said('导入了粉丝标签', 'Imported tags of fans', 'ファンのタグをインポートした'),
  'fan.export': said('导出了粉丝', 'Exported fans', 'ファンをエクスポートした'),
  'comment.show': said('显示了评论', 'Published comments', 'コメントを表示した'),
  'comment.hide': said('隐藏了评论', 'Took comments out of view', 'コメントを非表示にした'),
  'comment.feature': said('精选了评论', 'Marked comments as featured', 'コメントを注目にした'),
  'comment.unfeature': said('取消了精选评论', 'Removed comments from the featured ones', 'コメントの注目を解除した'),
  'comment.delete': said('删除了评论', 'Deleted comments', 'コメントを削除した'),
  'comment.reply': said('回复了评论', 'Sent a reply to a comment', 'コメントに返信した'),
  'comment.policy': said('修改了评论设置', 'Changed the comment policy', 'コメントの設定を変更した'),
  'comment.export': said('导出了评论', 'Exported comments', 'コメントをエクスポートした'),
  'pushLike.export': said('导出了点赞与点击', 'Exported likes and clicks', 'いいねとクリックをエクスポートした'),
  'pushRead.export': said('导出了阅读记录', 'Exported reads', '閲覧履歴をエクスポートした'),
  'snoLog.export': said('导出了公众号日志', 'Exported the account log', 'アカウントログをエクスポートした'),
};
