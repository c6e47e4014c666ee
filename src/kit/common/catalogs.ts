import type { Language } from './language.ts';

/**
 * The text catalogues by namespace (a module's name, or `kit`; modules that share a name share a namespace). A module adds its own beside its locales:
 * `declare module '#kit/common/catalogs.ts' { interface Catalogs { 'user-centre': typeof zh_CN } }`.
 */
export interface Catalogs {}

/** A catalogue in one language: flat keys, `{name}` placeholders. */
export type Catalog = Readonly<Record<string, string>>;

/**
 * Fills `{name}` placeholders, and `{name|one|other}` with one of two words, for languages that count: "{count} {count|object|objects}".
 * A missing value leaves the placeholder in view rather than the word "undefined". A Latin word that is put beside a Chinese character gets a
 * space there, as Chinese texts have it (新增 SAP 系统); numbers stand as the text has them.
 */
export function fill(text: string, params: Readonly<Record<string, unknown>> = {}): string {
  return text.replace(
    /(\p{Script=Han})?\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}(?=(\p{Script=Han})?)/gu,
    (...[whole, before, name, one, other, after]: readonly (string | undefined)[]) => {
      const value = params[name ?? ''];
      if (value === undefined) return whole ?? '';
      if (one !== undefined && other !== undefined) return (before ?? '') + (String(value) === '1' ? one : other);
      const word = String(value);
      const [left, right] = [before !== undefined && /^[A-Za-z]/.test(word), after !== undefined && /[A-Za-z]$/.test(word)];
      return `${before ?? ''}${left ? ' ' : ''}${word}${right ? ' ' : ''}`;
    },
  );
}

/** Where the texts of a namespace come from, each language on demand. */
export type CatalogLoaders = Readonly<Record<Language, () => Promise<Catalog>>>;

/** The texts of several catalogues of one namespace as one; each is fetched with the first of them. */
export function joinedLoaders(all: readonly CatalogLoaders[]): CatalogLoaders {
  const [first] = all;
  if (first && all.length === 1) return first;
  const joined = (language: Language) => async (): Promise<Catalog> =>
    Object.assign({}, ...(await Promise.all(all.map((one) => one[language]()))));
  return { zh_CN: joined('zh_CN'), en_US: joined('en_US'), ja_JP: joined('ja_JP') };
}
