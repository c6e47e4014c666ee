import { useCallback, useState } from 'react';
import { store } from './store.ts';

const keyOf = (uid: string): string => `defaults.${uid}`;

function readDefaults(uid: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(uid)) ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

const uidNow = (): string | undefined => store.get('userInfo')?.empInfoDto.uid;

/** A default of the person who is signed in, kept in the session under their uid; the fallback when there is none or its type is another. */
export function personDefault<T>(name: string, fallback: T, is: (value: unknown) => value is T): T {
  const uid = uidNow();
  const value = uid === undefined ? undefined : readDefaults(uid)[name];
  return is(value) ? value : fallback;
}

/** Keeps a default for the person who is signed in. */
export function setPersonDefault(name: string, value: unknown): void {
  const uid = uidNow();
  if (uid === undefined) return;
  try {
    window.sessionStorage.setItem(keyOf(uid), JSON.stringify({ ...readDefaults(uid), [name]: value }));
  } catch {
    // Full or forbidden storage: the next choice begins with the fallback again.
  }
}

/** A choice that begins with the person's default and becomes it when it is made: `const [format, setFormat] = usePersonDefault(…)`. */
export function usePersonDefault<T>(name: string, fallback: T, is: (value: unknown) => value is T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => personDefault(name, fallback, is));
  const choose = useCallback(
    (next: T) => {
      setPersonDefault(name, next);
      setValue(next);
    },
    [name],
  );
  return [value, choose];
}
