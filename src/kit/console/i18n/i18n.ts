import { fill, type Catalog, type CatalogLoaders, type Catalogs } from '#kit/common/catalogs.ts';
import { languageOf, type Language } from '#kit/common/language.ts';
import { store } from '../store/store.ts';

/** A namespace that has texts. */
export type Namespace = keyof Catalogs & string;
/** A key of a namespace. */
export type KeyOf<N extends Namespace> = (keyof Catalogs[N] | (Catalogs extends { kit: infer T } ? keyof T : never)) & string;
/** Values of placeholders. */
export type Params = Readonly<Record<string, string | number>>;

/** Texts by language and namespace: flat keys with `{name}` placeholders, filled by the very function that the server uses. */
const texts = new Map<string, Catalog>();
let language: Language = initialLanguage();

/** Texts that are asked for by name, or a part of them that only some pages need: their loaders, and what was begun of them. */
interface Source {
  readonly namespace: string;
  readonly load: CatalogLoaders;
  readonly loading: Map<Language, Promise<void>>;
}

const catalogs = new Map<string, Source>();
const parts = new Map<CatalogLoaders, Source>();
const partTexts = new Map<string, Catalog>();
/** Everything that was asked for: what another language needs too. */
const wanted = new Set<Source>();
const listeners = new Set<() => void>();

function initialLanguage(): Language {
  return store.get('language') ?? languageOf(typeof navigator === 'undefined' ? undefined : navigator.languages.join(','));
}

/** Registers the texts of a namespace; a second registration (the whole catalogue after the login's part) replaces the first. */
export function registerCatalog(namespace: string, load: CatalogLoaders): void {
  const known = catalogs.get(namespace);
  if (known?.load === load) return;
  const source = { namespace, load, loading: new Map() };
  catalogs.set(namespace, source);
  if (known && wanted.delete(known)) wanted.add(source);
}

/** The language on screen. */
export function currentLanguage(): Language {
  return language;
}

/** Loads a namespace in the language on screen; a failed load may be tried again. */
export function ensureCatalog(namespace: string, request: Language = language): Promise<void> {
  const source = catalogs.get(namespace);
  if (!source) return Promise.reject(new Error(`No catalogue is registered for ${namespace}`));
  return ensure(source, request);
}

/** Loads a part of a namespace in the language on screen, once a language; a failed load may be tried again. */
export function ensurePart(namespace: string, part: CatalogLoaders, request: Language = language): Promise<void> {
  const source = parts.get(part) ?? { namespace, load: part, loading: new Map() };
  parts.set(part, source);
  return ensure(source, request);
}

function ensure(source: Source, request: Language): Promise<void> {
  wanted.add(source);
  const known = source.loading.get(request);
  if (known) return known;
  const key = keyOf(request, source.namespace);
  const isPart = parts.get(source.load) === source;
  const promise = source.load[request]().then((catalog) => {
    if (isPart) partTexts.set(key, { ...partTexts.get(key), ...catalog });
    // What was replaced meanwhile may come last, and knows less.
    else if (catalogs.get(source.namespace) === source || !texts.has(key)) texts.set(key, catalog);
  });
  source.loading.set(request, promise);
  promise.catch(() => source.loading.delete(request));
  return promise;
}

const keyOf = (request: Language, namespace: string): string => `${request} ${namespace}`;

/** Whether a namespace has its texts in the language on screen. */
export function hasCatalog(namespace: string): boolean {
  return texts.has(keyOf(language, namespace));
}

/** Switches the language: every namespace in use is loaded first, so that nothing on screen is unmounted and no form is lost. */
export async function setLanguage(request: Language): Promise<void> {
  await Promise.all([...wanted].map((source) => ensure(source, request)));
  language = request;
  store.set('language', request);
  if (typeof document !== 'undefined') document.documentElement.lang = language.replace('_', '-');
  for (const listener of listeners) listener();
}

/** Calls back after every switch of language; answers how to stop. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A text outside components, in the language on screen, the kit's where the namespace has none of its own; the key itself when it is not loaded. */
export function translate<N extends Namespace>(namespace: N, key: KeyOf<N>, params?: Params): string {
  return textIfAny(namespace, key, params) ?? textIfAny('kit', key, params) ?? key;
}

/** A text whose key is only known at run time (labels of kinds and fields); undefined when there is none. */
export function textIfAny(namespace: string, key: string, params?: Params): string | undefined {
  const at = keyOf(language, namespace);
  const text = texts.get(at)?.[key] ?? partTexts.get(at)?.[key];
  return text === undefined ? undefined : fill(text, params);
}
