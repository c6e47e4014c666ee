import { use, useCallback, useEffect, useReducer, useSyncExternalStore } from 'react';
import type { Language } from '#kit/common/language.ts';
import {
  currentLanguage,
  ensureCatalog,
  hasCatalog,
  onLanguage,
  setLanguage,
  textIfAny,
  translate,
  type KeyOf,
  type Namespace,
  type Params,
} from './i18n.ts';

/** Reads texts of one namespace; a wrong key does not compile. */
export type T<N extends Namespace> = (key: KeyOf<N>, params?: Params) => string;

/** The texts of a namespace in the language on screen; waits (Suspense) when they are not loaded yet. */
export function useT<N extends Namespace>(namespace: N): T<N> {
  const language = useSyncExternalStore(onLanguage, currentLanguage, currentLanguage);
  if (!hasCatalog(namespace)) use(ensureCatalog(namespace, language));
  // The language is named so that what is made from texts (columns, options) is made again after a switch.
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  return useCallback((key, params) => translate(namespace, key, params), [namespace, language]);
}

/** A text whose namespace and key are only known at run time. The namespace is loaded where it is missing; undefined until then, and where there is none. */
export function useTextIfAny(namespace: string, key: string, params?: Params): string | undefined {
  const language = useSyncExternalStore(onLanguage, currentLanguage, currentLanguage);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!hasCatalog(namespace)) ensureCatalog(namespace, language).then(redraw, () => undefined);
  }, [namespace, language]);
  return textIfAny(namespace, key, params);
}

/** Waits (Suspense) for the texts of a namespace that is only known at run time, for readers of `wordsOf`. */
export function useNamespace(namespace: string): void {
  const language = useSyncExternalStore(onLanguage, currentLanguage, currentLanguage);
  if (!hasCatalog(namespace)) use(ensureCatalog(namespace, language));
}

/** The same for several of them. */
export function useNamespaces(namespaces: readonly string[]): void {
  const language = useSyncExternalStore(onLanguage, currentLanguage, currentLanguage);
  for (const namespace of namespaces) if (!hasCatalog(namespace)) use(ensureCatalog(namespace, language));
}

/** The language on screen and how to switch it. */
export function useLanguage(): readonly [Language, (language: Language) => Promise<void>] {
  return [useSyncExternalStore(onLanguage, currentLanguage, currentLanguage), setLanguage];
}
