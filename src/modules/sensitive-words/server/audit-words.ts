import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const sensitiveWordWords: AuditWords = {
  'wordSetting.update': said('修改了敏感词设置', 'Edited the settings of sensitive words', '禁止語の設定を編集した'),
  'word.publish': said('发布了敏感词库', 'Published the list of sensitive words', '禁止語リストを公開した'),
  'word.rollback': said('回退了敏感词库', 'Published an earlier list of sensitive words again', '禁止語リストを前の版に戻した'),
  'word.review': said('复核了敏感词命中', 'Reviewed hits of sensitive words', '禁止語のヒットを確認した'),
  'word.readText': said('查看了敏感词命中原文', 'Read the text of a hit', '禁止語ヒットの本文を読んだ'),
};
