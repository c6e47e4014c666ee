import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { registry, sessionNames, type Item, type Name, type Values } from './registry.ts';

const names = Object.keys(registry).filter((name): name is Name => name in registry);

function storageOf(name: Name): Storage | undefined {
  if (typeof window === 'undefined') return undefined;
  try {
    return registry[name].scope === 'tab' ? window.sessionStorage : window.localStorage;
  } catch {
    return undefined; // Storage is forbidden in this browser: values live as long as the page.
  }
}

/** The stored value, or the initial one when nothing is stored or its type is not the registered one. */
export function readStored<K extends Name>(name: K): Values[K] {
  const { is, initial }: Item<unknown> = registry[name];
  const raw = storageOf(name)?.getItem(name) ?? null;
  if (raw === null) return initial as Values[K];
  const value = parsed(raw);
  if (is(value)) return value as Values[K];
  // oxlint-disable-next-line no-console -- a developer or an older build left it; the warning names what was ignored
  console.warn(`The stored value ${name} does not have its registered type and is ignored`);
  return initial as Values[K];
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function readAll(): Values {
  return Object.fromEntries(names.map((name) => [name, readStored(name)])) as Values;
}

const values = createStore<Values>(readAll);

/** Takes the values up as they are stored now, as a reload does. */
export const rereadStore = (): void => values.setState(readAll());

function write<K extends Name>(name: K, value: Values[K]): void {
  try {
    storageOf(name)?.setItem(name, JSON.stringify(value));
  } catch {
    // Full or forbidden storage: the value still holds in this tab.
  }
  values.setState({ [name]: value } as Partial<Values>);
}

/** The typed client store: per tab or persistent by its registration, seen by every component that reads it. */
export const store = {
  get: <K extends Name>(name: K): Values[K] => values.getState()[name],
  set: write,
  /** Forgets everything of the session; what the person prefers (language, theme) stays. */
  clearSession(): void {
    for (const name of sessionNames) {
      storageOf(name)?.removeItem(name);
      values.setState({ [name]: registry[name].initial } as Partial<Values>);
    }
  },
  subscribe: (listener: () => void): (() => void) => values.subscribe(listener),
};

/** A value of the client store; the component draws again when it changes. */
export function useStored<K extends Name>(name: K): Values[K] {
  return useStore(values, (state) => state[name]);
}

// Another tab signed in or out, or switched language or theme.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    const name = names.find((one) => one === event.key && registry[one].scope === 'persist');
    if (name) values.setState({ [name]: readStored(name) } as Partial<Values>);
  });
}
