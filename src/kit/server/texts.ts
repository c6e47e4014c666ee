import { fill, type Catalog } from '#kit/common/catalogs.ts';
import { pick, type Language } from '#kit/common/language.ts';

/** Texts of the server (messages, mails, exports) in the reader's language, from the same catalogues as the console's. */
export interface Texts {
  /** The filled text, or the key itself when no catalogue has it. */
  text(language: Language, namespace: string, key: string, params?: Readonly<Record<string, unknown>>): string;
}

/** Names that people gave in several languages are filled in in the reader's. */
function inLanguage(language: Language, params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const named = Object.entries(params).filter(([, value]) => typeof value === 'object' && value !== null && 'zh_CN' in value);
  if (named.length === 0) return params;
  return {
    ...params,
    ...Object.fromEntries(named.map(([name, value]) => [name, pick(value as Partial<Record<Language, string>>, language)])),
  };
}

/** Texts over catalogues that are in memory. */
export function textsOf(catalogs: Readonly<Record<string, Readonly<Record<Language, Catalog>>>>): Texts {
  return {
    text: (language, namespace, key, params) => {
      const catalog = catalogs[namespace];
      const text = catalog?.[language]?.[key] ?? catalog?.en_US?.[key];
      return text === undefined ? key : fill(text, params && inLanguage(language, params));
    },
  };
}
