import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const testWords: AuditWords = {
  'testRelease.end': said('结束了定向测试', 'Ended directed tests', '限定テストを終了した'),
  'testRelease.remind': said('提醒了测试人员', 'Reminded testers', 'テスターに通知を送信した'),
  'testRelease.promote': said('将测试版本转为正式上架', 'Put a tested version on shelf', 'テスト版を正式に公開した'),
};
