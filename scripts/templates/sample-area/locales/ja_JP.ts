import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  sampleThing: '{one:ja_JP}',
  'sampleThing.filter.text': '名前またはコード',
  'sampleThing.help': '保存するたびに変更履歴に残り、取り消すことができます。',
  'sampleThing.empty': '{one:ja_JP}はまだありません',
  'sampleThing.emptyHint': '追加した{one:ja_JP}はここに表示されます。',
};
