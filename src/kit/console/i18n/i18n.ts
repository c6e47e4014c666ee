import { fill, type Catalog, type CatalogLoaders, type Catalogs } from '#kit/common/catalogs.ts';
import { languageOf, type Language } from '#kit/common/language.ts';
import { store } from '../store/store.ts';

/** A namespace that has texts. */
export type Namespace = keyof Catalogs & string;
/** A key of a namespace. */
export type KeyOf<N extends Namespace> = keyof Catalogs[N] & string;
/** What fills placeholders. */
export type Params = Readonly<Record<string, string | number>>;

/** Texts by language and namespace: flat keys with `{name}` placeholders, filled by the very function that the server uses. */
const texts = new Map<string, Catalog>();
let language: Language = initialLanguage();

const loaders = new Map<string, CatalogLoaders>();
const wanted = new Set<string>();
/** Texts of a namespace that only some pages need, as far as such a page was asked for. */
const parts = new Map<CatalogLoaders, { namespace: string; loaded: Map<Language, Promise<void>> }>();
const partTexts = new Map<string, Catalog>();
const loading = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

function initialLanguage(): Language {
  return store.get('language') ?? languageOf(typeof navigator === 'undefined' ? undefined : navigator.languages.join(','));
}

/** Says where the texts of a namespace come from; a second registration (the whole catalogue after the login's part) replaces the first. */
export function registerCatalog(namespace: string, catalog: CatalogLoaders): void {
  if (loaders.get(namespace) === catalog) return;
  loaders.set(namespace, catalog);
  for (const key of loading.keys()) if (key.endsWith(` ${namespace}`)) loading.delete(key);
}

/** The language on screen. */
export function currentLanguage(): Language {
  return language;
}

/** Loads a namespace in the language on screen; a failed load may be tried again. */
export function ensureCatalog(namespace: string, wish: Language = language): Promise<void> {
  const key = keyOf(wish, namespace);
  const known = loading.get(key);
  if (known) return known;
  const load = loaders.get(namespace)?.[wish];
  if (!load) return Promise.reject(new Error(`No catalogue is registered for ${namespace}`));
  wanted.add(namespace);
  const promise = load().then((catalog) => void texts.set(key, catalog));
  loading.set(key, promise);
  promise.catch(() => loading.delete(key));
  return promise;
}

/** Loads a part of a namespace in the language on screen, once a language; a failed load may be tried again. */
export function ensurePart(namespace: string, part: CatalogLoaders, wish: Language = language): Promise<void> {
  const { loaded } = parts.get(part) ?? { loaded: new Map<Language, Promise<void>>() };
  parts.set(part, { namespace, loaded });
  const known = loaded.get(wish);
  if (known) return known;
  const key = keyOf(wish, namespace);
  const promise = part[wish]().then((catalog) => void partTexts.set(key, { ...partTexts.get(key), ...catalog }));
  loaded.set(wish, promise);
  promise.catch(() => loaded.delete(wish));
  return promise;
}

const keyOf = (wish: Language, namespace: string): string => `${wish} ${namespace}`;

/** Whether a namespace has its texts in the language on screen. */
export function hasCatalog(namespace: string): boolean {
  return texts.has(keyOf(language, namespace));
}

/** Switches the language: every namespace in use is loaded first, so that nothing on screen is unmounted and no form is lost. */
export async function setLanguage(wish: Language): Promise<void> {
  await Promise.all([
    ...[...wanted].map((namespace) => ensureCatalog(namespace, wish)),
    ...[...parts].map(([part, { namespace }]) => ensurePart(namespace, part, wish)),
  ]);
  language = wish;
  store.set('language', wish);
  if (typeof document !== 'undefined') document.documentElement.lang = language.replace('_', '-');
  for (const listener of listeners) listener();
}

/** Calls back after every switch of language; answers how to stop. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A text outside components, in the language on screen; the key itself when it is not loaded. */
export function translate<N extends Namespace>(namespace: N, key: KeyOf<N>, params?: Params): string {
  return textIfAny(namespace, key, params) ?? key;
}

/** A text whose key is only known at run time (labels of kinds and fields); undefined when there is none. */
export function textIfAny(namespace: string, key: string, params?: Params): string | undefined {
  const at = keyOf(language, namespace);
  const text = texts.get(at)?.[key] ?? partTexts.get(at)?.[key];
  return text === undefined ? undefined : fill(text, params);
}
