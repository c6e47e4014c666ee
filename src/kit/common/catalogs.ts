import type { Language } from './language.ts';

/**
 * The text catalogues by namespace (a module's name, or `kit`). A module adds its own beside its locales:
 * `declare module '#kit/common/catalogs.ts' { interface Catalogs { 'user-centre': typeof zh_CN } }`.
 */
export interface Catalogs {}

/** A catalogue in one language: flat keys, `{name}` placeholders. */
export type Catalog = Readonly<Record<string, string>>;

/** Fills `{name}` placeholders. A missing value leaves the placeholder in sight rather than the word "undefined". */
export function fill(text: string, params: Readonly<Record<string, unknown>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (params[name] === undefined ? whole : String(params[name])));
}

/** Where the texts of a namespace come from, each language on demand. */
export type CatalogLoaders = Readonly<Record<Language, () => Promise<Catalog>>>;
