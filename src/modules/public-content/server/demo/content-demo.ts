import type { LocalText } from '#kit/common/language.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { article, articlePublish, articleUpdate } from '../../common/article.contract.ts';
import type { BodyNode } from '../../common/body.ts';
import { imageMessage, imageText } from '../../common/composed.contract.ts';
import { material, materialGroup, materialUpload } from '../../common/material.contract.ts';
import { stories, type Story } from './stories.ts';

/** Content of the sample company's first account: pictures, texts, three articles in three languages, and what is composed of them. */
export const contentDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(31, '10:20', 8), what: write }],
};

const text = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });

async function write(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const voice = (await actor.call(account.list, { text: 'galaxy-voice' })).list[0];
  if (!voice) return;
  const snoId = voice.id;
  const { id: groupId } = await actor.call(materialGroup.add, { snoId, kind: 'image', name: '园区' });
  const pictures: string[] = [];
  for (const { name, colours } of stories) pictures.push(await picture(actor, { snoId, groupId, name, colours }));
  const sayings = [
    { name: '欢迎语', text: text('欢迎关注银河之声！', 'Welcome to Galaxy Voice!', 'ギャラクシーボイスへようこそ！') },
    { name: '非工作时间', text: text('我们将在工作时间回复您。', 'We will answer within working hours.', '営業時間内に返信いたします。') },
  ];
  for (const one of sayings) await actor.call(material.add, { snoId, kind: 'text', ...one });
  const articles: string[] = [];
  for (const [at, story] of stories.entries()) articles.push(await tell(actor, { snoId, story, materialId: pictures[at]! }));
  const items = articles.slice(0, 2).map((articleId) => ({ articleId, coverId: null }));
  await actor.call(imageText.add, { snoId, name: '本周要闻', items });
  const captions = [
    text('园区东门', 'East gate', '東ゲート'),
    text('新食堂', 'The new canteen', '新しい食堂'),
    text('体育馆', 'The gym', '体育館'),
  ];
  await actor.call(imageMessage.add, {
    snoId,
    name: text('园区一览', 'Around the campus', 'キャンパス紹介'),
    items: pictures.map((materialId, at) => ({ materialId, caption: captions[at]! })),
  });
}

interface Drawing {
  readonly snoId: string;
  readonly groupId: string;
  readonly name: string;
  readonly colours: readonly [string, string];
}

/** A picture of two colours; without words it needs no language. */
async function picture(actor: DemoActor, { snoId, groupId, name, colours: [from, to] }: Drawing): Promise<string> {
  const { default: sharp } = await import('sharp');
  const stops = `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540"><defs><linearGradient id="g" x2="1" y2="1">${stops}</linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><path d="M0 420 L260 250 L470 400 L700 210 L960 430 V540 H0 Z" fill="#fff" fill-opacity="0.35"/></svg>`;
  const sent = await actor.upload('picture.png', await sharp(Buffer.from(svg)).png().toBuffer());
  const { fileId } = await actor.call(materialUpload, { snoId, kind: 'image', fileId: sent });
  return (await actor.call(material.add, { snoId, kind: 'image', name, groupId, fileId })).id;
}

interface Telling {
  readonly snoId: string;
  readonly story: Story;
  readonly materialId: string;
}

const line = (value: string): BodyNode => ({ type: 'paragraph', content: [{ type: 'text', text: value }] });

/** Writes an article in three languages; all but the last one are published. */
async function tell(actor: DemoActor, { snoId, story, materialId }: Telling): Promise<string> {
  const { id } = await actor.call(article.add, { snoId, title: story.title, author: 'Galaxy Voice', coverId: materialId });
  const bodyOf = (language: keyof LocalText): BodyNode => ({
    type: 'doc',
    content: [
      line(story.lead[language]),
      { type: 'picture', attrs: { materialId, alt: story.picture[language], caption: story.picture[language] } },
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: story.heading[language] }] },
      { type: 'bulletList', content: story.points.map((point) => ({ type: 'listItem', content: [line(point[language])] })) },
    ],
  });
  const draft = (language: keyof LocalText) => ({
    base: 1,
    title: story.title[language],
    digest: story.lead[language].slice(0, 100),
    body: bodyOf(language),
  });
  const texts = { zh_CN: draft('zh_CN'), en_US: draft('en_US'), ja_JP: draft('ja_JP') };
  const { version } = await actor.call(articleUpdate, { id, version: 1, texts });
  if (story.published) await actor.call(articlePublish, { id, version });
  return id;
}
