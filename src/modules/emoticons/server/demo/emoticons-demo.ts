import type { LocalText } from '#kit/common/language.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { emoticon, emoticonPackage, emoticonUpload } from '../../common/emoticon.contract.ts';

/** A package of four faces. */
export const emoticonsDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(33, '14:20', 8), what: addFaces }],
};

/** Faces by their code: name, keyword, and the mouth as a path. */
const faces: readonly [code: string, name: LocalText, keyword: string, mouth: string][] = [
  ['smile', { zh_CN: '微笑', en_US: 'Smile', ja_JP: '笑顔' }, '哈哈', 'M35 62 Q60 90 85 62'],
  ['sad', { zh_CN: '难过', en_US: 'Sad', ja_JP: '悲しい' }, '哭', 'M35 80 Q60 56 85 80'],
  ['calm', { zh_CN: '平静', en_US: 'Calm', ja_JP: '落ち着き' }, '嗯', 'M38 72 L82 72'],
  ['wow', { zh_CN: '惊讶', en_US: 'Wow', ja_JP: 'びっくり' }, '哇', 'M60 64 a10 12 0 1 0 0.1 0'],
];

async function addFaces(stage: DemoStage): Promise<void> {
  const { default: sharp } = await import('sharp');
  const actor = await stage.as(demoCast.chief);
  const { id: packageId } = await actor.call(emoticonPackage.add, {
    name: { zh_CN: '银河表情', en_US: 'Galaxy faces', ja_JP: 'ギャラクシー' },
    code: 'galaxy',
    author: 'Galaxy Group',
  });
  for (const [code, name, keyword, mouth] of faces) {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><circle cx="60" cy="60" r="54" fill="#f2b23c"/>
      <circle cx="42" cy="46" r="7" fill="#3a2a10"/><circle cx="78" cy="46" r="7" fill="#3a2a10"/>
      <path d="${mouth}" fill="none" stroke="#3a2a10" stroke-width="6" stroke-linecap="round"/></svg>`;
    const fileId = await actor.upload(`${code}.png`, await sharp(Buffer.from(drawing)).png().toBuffer());
    const { picture } = await actor.call(emoticonUpload, { fileId });
    await actor.call(emoticon.add, { packageId, name, code, keywords: [keyword], picture });
  }
}
