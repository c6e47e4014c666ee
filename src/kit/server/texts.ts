import { fill, type Catalog } from '#kit/common/catalogs.ts';
import { pick, type Language, type LocalText } from '#kit/common/language.ts';

/** A text of a catalogue with what fills it, kept so that each reader gets it in their own language. */
export interface KeptText {
  readonly namespace: string;
  readonly key: string;
  readonly params?: TextParams;
}

/** Value of a text's placeholder: a word, a number, the same in several languages, or another text. */
export type TextParams = Readonly<Record<string, string | number | LocalText | KeptText>>;

/** Texts of the server (messages, mails, exports) in the reader's language, from the same catalogues as the console's. */
export interface Texts {
  /** The filled text, or the key itself when no catalogue has it. */
  text(language: Language, namespace: string, key: string, params?: Readonly<Record<string, unknown>>): string;
  /** The same in each language, for what is kept and read by others later: a name of a warning, the reason of a refusal. */
  inAll(namespace: string, key: string, params?: Readonly<Record<string, unknown>>): LocalText;
  /** What fills a text, in one language: for who fills it themselves, as the console does. */
  params(language: Language, params: TextParams): Record<string, string | number>;
}

type Lookup = Texts['text'];

/** Names that people gave in several languages, and texts that stand in a catalogue themselves (`KeptText`), are filled in in the reader's language. */
function inLanguage(text: Lookup, language: Language, params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const wordOf = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if ('zh_CN' in value) return pick(value as Partial<Record<Language, string>>, language);
    if (!('namespace' in value && 'key' in value)) return value;
    return text(language, String(value.namespace), String(value.key), 'params' in value ? paramsIn(value.params) : undefined);
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, wordOf(value)]));
}

const paramsIn = (value: unknown): Readonly<Record<string, unknown>> => Object(value) as Readonly<Record<string, unknown>>;

/** The catalogues of modules by their names; those of modules that share a name are one. */
export function catalogsOf(
  modules: readonly { readonly name: string; readonly catalogs: Readonly<Record<Language, Catalog>> }[],
): Record<string, Record<Language, Catalog>> {
  const found: Record<string, Record<Language, Catalog>> = {};
  for (const { name, catalogs } of modules) {
    const known = found[name];
    found[name] = {
      zh_CN: { ...known?.zh_CN, ...catalogs.zh_CN },
      en_US: { ...known?.en_US, ...catalogs.en_US },
      ja_JP: { ...known?.ja_JP, ...catalogs.ja_JP },
    };
  }
  return found;
}

/**
 * The kit's own text of this key; else its word for the label of a field, of a filter or of a value (`<kind>.field.<name>`, `<kind>.enabled.true`) that a module's catalogue
 * leaves to it: a filter is called as the kind's own field before, and a value goes with the label.
 */
function usualText(known: (namespace: string, key: string) => string | undefined, namespace: string, key: string): string | undefined {
  const same = namespace === 'kit' ? undefined : known('kit', key);
  if (same !== undefined) return same;
  const [, kind, part, name] = /^([^.]+)\.([^.]+)\.(.+)$/.exec(key) ?? [];
  if (kind === undefined || part === undefined || name === undefined || namespace === 'kit') return undefined;
  if (part === 'field') return known('kit', `field.${name}`);
  if (part === 'filter')
    return known(namespace, `${kind}.field.${name}`) ?? known('kit', `filter.${name}`) ?? known('kit', `field.${name}`);
  return known(namespace, `${kind}.field.${part}`) === undefined ? known('kit', `${part}.${name}`) : undefined;
}

/** Texts over catalogues that are in memory. */
export function textsOf(catalogs: Readonly<Record<string, Readonly<Record<Language, Catalog>>>>): Texts {
  const known = (language: Language, namespace: string, key: string): string | undefined =>
    catalogs[namespace]?.[language]?.[key] ?? catalogs[namespace]?.en_US?.[key];
  const text: Lookup = (language, namespace, key, params) => {
    const found = known(language, namespace, key) ?? usualText((...what) => known(language, ...what), namespace, key);
    return found === undefined ? key : fill(found, params && inLanguage(text, language, params));
  };
  return {
    text,
    inAll: (...what) => ({ zh_CN: text('zh_CN', ...what), en_US: text('en_US', ...what), ja_JP: text('ja_JP', ...what) }),
    params: (language, params) => {
      const words = Object.entries(inLanguage(text, language, params));
      return Object.fromEntries(words.map(([name, word]) => [name, typeof word === 'number' ? word : String(word)]));
    },
  };
}
