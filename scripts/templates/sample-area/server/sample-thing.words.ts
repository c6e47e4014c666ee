import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of these did, in words of the operation log. */
export const sampleThingWords: AuditWords = {
  'sampleThing.add': said('新增了{one:zh_CN}', 'Added {one:en_US}', '{one:ja_JP}を追加した'),
  'sampleThing.update': said('修改了{one:zh_CN}', 'Edited {one:en_US}', '{one:ja_JP}を編集した'),
  'sampleThing.enable': said('启用了{one:zh_CN}', 'Enabled {one:en_US}', '{one:ja_JP}を有効にした'),
  'sampleThing.disable': said('停用了{one:zh_CN}', 'Disabled {one:en_US}', '{one:ja_JP}を無効にした'),
  'sampleThing.delete': said('删除了{one:zh_CN}', 'Deleted {one:en_US}', '{one:ja_JP}を削除した'),
};
