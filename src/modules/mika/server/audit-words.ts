import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What calls of mika did, in words. */
export const mikaWords: AuditWords = {
  'mika.publish': said('发布了 mika 场景', 'Published the scenes of mika', 'mika のシーンを公開した'),
  'mika.rollback': said('回滚了 mika 场景', 'Restored an earlier version of the scenes of mika', 'mika のシーンをロールバックした'),
  'mikaMissed.attach': said('将未命中语句归入场景', 'Added missed sentences to a scene', '未ヒットの文をシーンに追加した'),
  'mikaMissed.ignore': said('忽略了未命中语句', 'Discarded missed sentences', '未ヒットの文を無視した'),
  'mikaSetting.update': said('修改了 mika 设置', 'Changed the settings of mika', 'mika の設定を変更した'),
  'mikaSession.takeOver': said('接管了 mika 会话', 'Took over a session of mika', 'mika のセッションの担当を開始した'),
  'mikaSession.reply': said('在 mika 会话中回复', 'Replied in a session of mika', 'mika のセッションで返信した'),
  'mikaSession.giveBack': said('将会话交还 mika', 'Gave a session back to mika', 'セッションを mika に戻した'),
  'mikaSession.end': said('结束了 mika 会话', 'Ended a session of mika', 'mika のセッションを終了した'),
  'mikaHistory.export': said('导出了 mika 历史', 'Exported the history of mika', 'mika の履歴をエクスポートした'),
  'mikaHistory.report': said('标记了 mika 误答', 'Marked an answer of mika as wrong', 'mika の誤答を記録した'),
};
