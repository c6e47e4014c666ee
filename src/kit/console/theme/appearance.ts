import { useSyncExternalStore } from 'react';
import { store, useStored } from '../store/store.ts';

const darkQuery = (): MediaQueryList | undefined =>
  typeof window === 'undefined' ? undefined : window.matchMedia('(prefers-color-scheme: dark)');

/** Whether dark colours are on: chosen, or the system's. */
function isDark(): boolean {
  const theme = store.get('theme');
  return theme === 'system' ? (darkQuery()?.matches ?? false) : theme === 'dark';
}

function onSystemTheme(listener: () => void): () => void {
  const query = darkQuery();
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether dark colours are on, followed as the choice or the system changes. */
export function useDark(): boolean {
  const theme = useStored('theme');
  const system = useSyncExternalStore(
    onSystemTheme,
    () => darkQuery()?.matches ?? false,
    () => false,
  );
  return theme === 'system' ? system : theme === 'dark';
}

/** Writes the colours in use on the document, now and after every change; style sheets go by `data-theme`. */
export function followAppearance(): void {
  const apply = (): void => {
    document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
    document.documentElement.dataset['density'] = store.get('density');
  };
  apply();
  store.subscribe(apply);
  onSystemTheme(apply);
}
