import { pick, type Language, type LocalText } from '#kit/common/language.ts';
import type { MenuResource } from '#kit/common/permission.ts';
import { actionOf } from './action.ts';

/** What a call did, without who and to what (`Added a person`); with `{name}` of the object where there is one (`Added room “Blue”`). */
export interface AuditSentence extends LocalText {
  readonly named?: LocalText;
}

/** Sentences of a module's audit words. */
export type AuditWords = Readonly<Record<string, AuditSentence>>;

/** An audit word with the module whose call writes it. */
export interface AuditWord {
  readonly word: string;
  readonly module: string;
  readonly text: AuditSentence;
}

/** Every audit word of the product. */
export interface WordBook {
  readonly all: readonly AuditWord[];
  /** What a call did, in words, with the name of its object where the word takes one; the word itself when a later version wrote it. */
  sentence(word: string, language: Language, name?: string): string;
  /** The same for what is only asked for, planned or allowed: `Disable people` and not `Disabled people`. */
  action(word: string, language: Language): string;
  /** The action in every language, for what is kept and read by others later. */
  actions(word: string): LocalText;
  /** What a module is called: its first page. */
  moduleName(module: string, language: Language): string;
  readonly modules: readonly string[];
}

/** What of a module its words and its name are read from. */
interface WordsOf {
  readonly name: string;
  readonly words?: readonly AuditWords[];
  readonly resources: readonly Pick<MenuResource, 'title'>[];
}

/** The words of these modules. */
export function wordBookOf(modules: readonly WordsOf[]): WordBook {
  const all = modules.flatMap(({ name, words }) =>
    (words ?? []).flatMap((some) => Object.entries(some).map(([word, text]) => ({ word, module: name, text }))),
  );
  const byWord = new Map(all.map((one) => [one.word, one.text]));
  const actions = new Map(all.map((one) => [one.word, actionOf(one.text) ?? one.text]));
  const actionsOf = (word: string): LocalText => actions.get(word) ?? said(word, word, word);
  // Of modules that share a name the first one's page.
  const titles = new Map(modules.toReversed().map(({ name, resources }) => [name, resources[0]?.title ?? console_]));
  return {
    all,
    modules: [...new Set(modules.map(({ name }) => name))],
    moduleName: (module, language) => pick(titles.get(module) ?? {}, language) || module,
    sentence: (word, language, name) => {
      const text = byWord.get(word);
      if (text?.named && name) return pick(text.named, language).replace('{name}', () => name);
      return text ? pick(text, language) : word;
    },
    action: (word, language) => pick(actionsOf(word), language),
    actions: actionsOf,
  };
}

const console_: LocalText = { zh_CN: '控制台', en_US: 'Console', ja_JP: 'コンソール' };

/** One sentence in the three languages. */
export const said = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });
