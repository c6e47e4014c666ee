import { fill, type Catalog } from '#kit/common/catalogs.ts';
import type { Language } from '#kit/common/language.ts';

/** Texts of the server (messages, mails, exports) in the reader's language, from the same catalogues as the console's. */
export interface Texts {
  /** The filled text, or the key itself when no catalogue has it. */
  text(language: Language, namespace: string, key: string, params?: Readonly<Record<string, unknown>>): string;
}

/** Texts over catalogues that are in memory. */
export function textsOf(catalogs: Readonly<Record<string, Readonly<Record<Language, Catalog>>>>): Texts {
  return {
    text: (language, namespace, key, params) => {
      const catalog = catalogs[namespace];
      const text = catalog?.[language]?.[key] ?? catalog?.en_US?.[key];
      return text === undefined ? key : fill(text, params);
    },
  };
}
