import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of replies did, in words. */
export const replyWords: AuditWords = {
  'reply.save': said('修改了公众号自动回复', 'Changed replies of a public account', '公式アカウントの自動応答を変更した'),
};
