import type { Language } from './language.ts';

/**
 * The text catalogues by namespace (a module's name, or `kit`). A module adds its own beside its locales:
 * `declare module '#kit/common/catalogs.ts' { interface Catalogs { 'user-centre': typeof zh_CN } }`.
 */
export interface Catalogs {}

/** A catalogue in one language: flat keys, `{name}` placeholders. */
export type Catalog = Readonly<Record<string, string>>;

/**
 * Fills `{name}` placeholders, and `{name|one|other}` with one of two words, for languages that count: "{count} {count|object|objects}".
 * A missing value leaves the placeholder in sight rather than the word "undefined".
 */
export function fill(text: string, params: Readonly<Record<string, unknown>> = {}): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (one === undefined || other === undefined) return String(value);
    return String(value) === '1' ? one : other;
  });
}

/** Where the texts of a namespace come from, each language on demand. */
export type CatalogLoaders = Readonly<Record<Language, () => Promise<Catalog>>>;
