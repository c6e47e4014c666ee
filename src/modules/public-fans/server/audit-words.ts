import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const publicFansWords: AuditWords = {
  'fanTag.merge': said('合并了粉丝标签', 'Merged fan tags', 'ファンのタグを統合した'),
  'fanTag.assign': said('给粉丝打了标签', 'Added tags to fans', 'ファンにタグを付けた'),
  'fanTag.remove': said('取消了粉丝的标签', 'Removed tags from fans', 'ファンからタグを外した'),
};
