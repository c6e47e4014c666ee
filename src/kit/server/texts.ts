import { fill, type Catalog } from '#kit/common/catalogs.ts';
import { pick, type Language, type LocalText } from '#kit/common/language.ts';

/** Texts of the server (messages, mails, exports) in the reader's language, from the same catalogues as the console's. */
export interface Texts {
  /** The filled text, or the key itself when no catalogue has it. */
  text(language: Language, namespace: string, key: string, params?: Readonly<Record<string, unknown>>): string;
  /** The same in each language, for what is kept and read by others later: a name of a warning, the reason of a refusal. */
  inAll(namespace: string, key: string, params?: Readonly<Record<string, unknown>>): LocalText;
}

type Lookup = Texts['text'];

/** Names that people gave in several languages, and words that stand in a catalogue themselves (`{ namespace, key }`), are filled in in the reader's language. */
function inLanguage(text: Lookup, language: Language, params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const wordOf = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if ('zh_CN' in value) return pick(value as Partial<Record<Language, string>>, language);
    return 'namespace' in value && 'key' in value ? text(language, String(value.namespace), String(value.key)) : value;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, wordOf(value)]));
}

/** Texts over catalogues that are in memory. */
export function textsOf(catalogs: Readonly<Record<string, Readonly<Record<Language, Catalog>>>>): Texts {
  const text: Lookup = (language, namespace, key, params) => {
    const catalog = catalogs[namespace];
    const found = catalog?.[language]?.[key] ?? catalog?.en_US?.[key];
    return found === undefined ? key : fill(found, params && inLanguage(text, language, params));
  };
  return {
    text,
    inAll: (...what) => ({ zh_CN: text('zh_CN', ...what), en_US: text('en_US', ...what), ja_JP: text('ja_JP', ...what) }),
  };
}
