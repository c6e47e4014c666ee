import { useCallback, useSyncExternalStore } from 'react';
import { store } from '../store/store.ts';

/** Where preferences of an administrator are kept. */
export interface PreferenceSource {
  read(name: string): Promise<unknown>;
  write(name: string, value: unknown): Promise<void>;
}

let source: PreferenceSource | undefined;
const values = new Map<string, unknown>();
const asked = new Set<string>();
const listeners = new Set<() => void>();

/** Connects the server's store of preferences; without one they live in this browser, under the administrator's uid. */
export function connectPreferences(next: PreferenceSource): void {
  source = next;
  asked.clear();
}

/** What was read so far counts no longer: it is read again. */
export function forgetPreferences(): void {
  values.clear();
  asked.clear();
}

const keyOf = (name: string): string => `preference.${store.get('userInfo')?.empInfoDto.uid ?? ''}.${name}`;

function readLocal(name: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(keyOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

function put(key: string, value: unknown): void {
  values.set(key, value);
  for (const listener of listeners) listener();
}

function valueNow(name: string): unknown {
  const key = keyOf(name);
  if (!values.has(key)) values.set(key, readLocal(name));
  return values.get(key);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The browser's copy is on screen at once; the server's, which may come from another computer, replaces it when it arrives. */
function ask(name: string): void {
  const key = keyOf(name);
  if (!source || asked.has(key)) return;
  asked.add(key);
  source.read(name).then(
    (value) => {
      if (value !== null && value !== undefined) put(key, value);
    },
    () => asked.delete(key),
  );
}

/** A preference as it is known now, outside components. */
export function preferenceNow<T>(name: string, initial: T, is: (value: unknown) => value is T): T {
  const value = valueNow(name);
  return is(value) ? value : initial;
}

/** Writes a preference: here at once, on the server behind it. A preference that can't be saved is not worth a message. */
export function savePreference(name: string, value: unknown): void {
  put(keyOf(name), value);
  try {
    window.localStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // Full or forbidden storage: it holds as long as the page.
  }
  source?.write(name, value).catch(() => undefined);
}

/** A preference of the administrator (columns, density, saved views) and how to change it. What is stored in another shape counts as nothing. */
export function usePreference<T>(name: string, initial: T, is: (value: unknown) => value is T): readonly [T, (value: T) => void] {
  const stored = useSyncExternalStore(
    (listener) => {
      ask(name);
      return subscribe(listener);
    },
    () => valueNow(name),
    () => null,
  );
  const write = useCallback((value: T) => savePreference(name, value), [name]);
  return [is(stored) ? stored : initial, write];
}
