import { useCallback } from 'react';
import { useStored } from './store.ts';

interface Button {
  code: string;
  name: string;
}

const buttons = new WeakMap<readonly Button[], ReadonlyMap<string, string>>();
const menus = new WeakMap<readonly string[], ReadonlySet<string>>();

// Every row of a list asks: what is granted is put in order once, not once a row.

/** Names of the granted buttons by code. */
function namesOf(granted: readonly Button[]): ReadonlyMap<string, string> {
  const names = buttons.get(granted) ?? new Map(granted.map(({ code, name }) => [code, name]));
  buttons.set(granted, names);
  return names;
}

function codesOf(granted: readonly string[]): ReadonlySet<string> {
  const codes = menus.get(granted) ?? new Set(granted);
  menus.set(granted, codes);
  return codes;
}

/** Answers whether codes are granted; for lists of actions. */
export function useCan(): (code: string) => boolean {
  const menuCode = useStored('menuCode');
  const button = useStored('button');
  return useCallback((code) => codesOf(menuCode).has(code) || namesOf(button).has(code), [menuCode, button]);
}

/** The name that stands on a granted button (an administrator may have renamed it); undefined when it is not granted. */
export function useGrantedName(code: string): string | undefined {
  return namesOf(useStored('button')).get(code);
}
