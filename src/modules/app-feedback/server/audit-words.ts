import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const feedbackWords: AuditWords = {
  'feedback.reply': said('回复了用户反馈', 'Sent an answer to feedback', 'フィードバックに返信した'),
  'feedback.assign': said('指派了用户反馈', 'Assigned feedback', 'フィードバックの担当者を設定した'),
  'feedback.close': said('关闭了用户反馈', 'Closed feedback', 'フィードバックを完了にした'),
  'feedback.reopen': said('重新打开了用户反馈', 'Opened feedback again', 'フィードバックを再開した'),
  'feedback.file': said('下载了用户反馈的附件', 'Downloaded files of feedback', 'フィードバックの添付ファイルをダウンロードした'),
};
