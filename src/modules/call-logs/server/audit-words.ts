import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const callLogWords: AuditWords = {
  'call.view': said('查看了接口调用的详情', 'Looked at an interface call', 'インターフェース呼び出しの詳細を表示した'),
};
