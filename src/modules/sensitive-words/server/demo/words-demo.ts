import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { sensitiveWord, wordCategory, wordException } from '../../common/word.contract.ts';
import { wordPublish } from '../../common/word-list.contract.ts';

/** A list that has grown: two categories, a publication, and a few words that wait for the next one. */
export const wordsDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(20, '10:05', 8), what: begin },
    { at: calendar.at(74, '15:40', 8), what: goOn },
  ],
};

async function begin(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const category = async (zh_CN: string, en_US: string, ja_JP: string): Promise<string> =>
    (await actor.call(wordCategory.add, { name: { zh_CN, en_US, ja_JP } })).id;
  const fraud = await category('诈骗', 'Fraud', '詐欺');
  const insults = await category('辱骂', 'Insults', '侮辱');
  for (const text of ['刷单返利', '代开发票', '网络赌博'])
    await actor.call(sensitiveWord.add, { text, categoryId: fraud, level: 'block', gap: 2 });
  for (const text of ['idiot', 'Vollidiot', 'ばかやろう', '蠢货'])
    await actor.call(sensitiveWord.add, { text, categoryId: insults, level: 'replace', match: 'wholeWord' });
  await actor.call(sensitiveWord.add, { text: 'ass', categoryId: insults, level: 'flag', match: 'contains' });
  for (const text of ['class', 'assembly', 'passport']) await actor.call(wordException.add, { text, reason: 'harmless' });
  await actor.call(wordPublish, { note: '首次发布' });
}

async function goOn(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  await actor.call(sensitiveWord.add, { text: '内部消息稳赚', level: 'block' });
  await actor.call(sensitiveWord.add, { text: 'insider tip', level: 'flag', observe: true, remark: '先观察一周' });
}
