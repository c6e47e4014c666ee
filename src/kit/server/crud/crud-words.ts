import type { CrudFacts, CrudVerb } from '#kit/common/crud/crud-types.ts';
import { articleOf, withinSentence } from '#kit/common/crud/english.ts';
import type { LocalText } from '#kit/common/language.ts';
import { said, type AuditWords } from '../audit/words.ts';

/** Sentences of the verbs: about some of the objects, and with `{name}` about one that is named. */
interface Sentences {
  readonly some: (noun: Nouns) => LocalText;
  readonly named: (noun: Nouns) => LocalText;
}

interface Nouns {
  readonly zh: string;
  readonly en: string;
  readonly many: string;
  readonly ja: string;
}

/** A sentence of a verb whose Chinese stands before the object, and whose English and Japanese around it. */
const plain = (zh: string, en: string, ja: string, about: 'one' | 'many'): Sentences => ({
  some: (noun) => said(`${zh}${noun.zh}`, `${en} ${about === 'one' ? articleOf(noun.en) : noun.many}`, `${noun.ja}${ja}`),
  named: (noun) => said(`${zh}${noun.zh}“{name}”`, `${en} ${noun.en} “{name}”`, `${noun.ja}「{name}」${ja}`),
});

const sentences: Readonly<Record<Exclude<CrudVerb, 'list' | 'get'> | 'importPreview', Sentences>> = {
  add: plain('新增了', 'Added', 'を追加した', 'one'),
  update: plain('修改了', 'Edited', 'を編集した', 'one'),
  delete: plain('删除了', 'Deleted', 'を削除した', 'many'),
  enable: plain('启用了', 'Enabled', 'を有効にした', 'many'),
  disable: plain('停用了', 'Disabled', 'を無効にした', 'many'),
  copy: plain('复制了', 'Copied', 'を複製した', 'one'),
  restore: plain('恢复了', 'Restored', 'を復元した', 'many'),
  import: plain('导入了', 'Imported', 'をインポートした', 'many'),
  importPreview: {
    some: (noun) => said(`预览了${noun.zh}导入`, `Previewed an import of ${noun.many}`, `${noun.ja}のインポートをプレビューした`),
    named: (noun) =>
      said(
        `预览了${noun.zh}导入“{name}”`,
        `Previewed an import of ${noun.many}: “{name}”`,
        `${noun.ja}のインポート「{name}」をプレビューした`,
      ),
  },
  export: plain('导出了', 'Exported', 'をエクスポートした', 'many'),
  reorder: {
    some: (noun) => said(`调整了${noun.zh}的顺序`, `Reordered the ${noun.many}`, `${noun.ja}の順序を変更した`),
    named: (noun) => said(`调整了${noun.zh}“{name}”的顺序`, `Reordered ${noun.en} “{name}”`, `${noun.ja}「{name}」の順序を変更した`),
  },
};

/** Audit sentences of an entity's operations: `Added a room`, and `Added room “Blue”` where it is known which. */
export function wordsOf({ kind, title, many, verbs }: CrudFacts): AuditWords {
  const noun: Nouns = { zh: title.zh_CN, en: withinSentence(title.en_US), many, ja: title.ja_JP };
  return Object.fromEntries(
    verbs.flatMap((verb) => {
      if (verb === 'list' || verb === 'get') return [];
      // A file is read into a plan first: that is no import yet.
      const told = verb === 'import' ? (['import', 'importPreview'] as const) : [verb];
      return told.map((one) => [`${kind}.${one}`, { ...sentences[one].some(noun), named: sentences[one].named(noun) }]);
    }),
  );
}
