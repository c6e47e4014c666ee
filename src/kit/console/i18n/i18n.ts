import { createInstance } from 'i18next';
import type { Catalog, CatalogLoaders, Catalogs } from '#kit/common/catalogs.ts';
import { languageOf, type Language } from '#kit/common/language.ts';
import { store } from '../store/store.ts';

/** Texts are flat keys with `{name}` placeholders, the same catalogues and the same rule as on the server. */
const i18n = createInstance();
void i18n.init({
  lng: initialLanguage(),
  load: 'currentOnly',
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  resources: {},
  interpolation: { prefix: '{', suffix: '}', escapeValue: false, nestingPrefix: '\u0000', nestingSuffix: '\u0000' },
  missingInterpolationHandler: (_text, match) => match[0],
});

/** A namespace that has texts. */
export type Namespace = keyof Catalogs & string;
/** A key of a namespace. */
export type KeyOf<N extends Namespace> = keyof Catalogs[N] & string;
/** What fills placeholders. */
export type Params = Readonly<Record<string, string | number>>;

const loaders = new Map<string, CatalogLoaders>();
const wanted = new Set<string>();
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
  return languageOf(i18n.language);
}

/** Loads a namespace in the language on screen; a failed load may be tried again. */
export function ensureCatalog(namespace: string, language: Language = currentLanguage()): Promise<void> {
  wanted.add(namespace);
  const key = `${language} ${namespace}`;
  const known = loading.get(key);
  if (known) return known;
  const load = loaders.get(namespace)?.[language];
  if (!load) return Promise.reject(new Error(`No catalogue is registered for ${namespace}`));
  const promise = load().then((catalog) => addTexts(language, namespace, catalog));
  loading.set(key, promise);
  promise.catch(() => loading.delete(key));
  return promise;
}

function addTexts(language: Language, namespace: string, catalog: Catalog): void {
  i18n.addResourceBundle(language, namespace, catalog, false, true);
}

/** Whether a namespace has its texts in the language on screen. */
export function hasCatalog(namespace: string): boolean {
  return i18n.hasResourceBundle(i18n.language, namespace);
}

/** Switches the language: every namespace in use is loaded first, so that nothing on screen is unmounted and no form is lost. */
export async function setLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map((namespace) => ensureCatalog(namespace, language)));
  await i18n.changeLanguage(language);
  store.set('language', language);
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
  return textOf(namespace, key, params);
}

/** A text whose key is only known at run time (labels of kinds and fields); undefined when there is none. */
export function textIfAny(namespace: string, key: string, params?: Params): string | undefined {
  return i18n.exists(key, { ns: namespace }) ? textOf(namespace, key, params) : undefined;
}

function textOf(namespace: string, key: string, params: Params = {}): string {
  return i18n.t(key, { ...params, ns: namespace });
}
