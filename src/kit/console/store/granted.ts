import { useCallback, useMemo } from 'react';
import { useStored } from './store.ts';

/** Codes of menus and buttons that the administrator holds, each with its name where it has one. */
function codesOf(menuCodes: readonly string[], buttons: readonly { code: string; name: string }[]): Map<string, string> {
  return new Map([
    ...menuCodes.map((code): [string, string] => [code, '']),
    ...buttons.map(({ code, name }): [string, string] => [code, name]),
  ]);
}

/** Answers whether codes are granted; for lists of actions. */
export function useCan(): (code: string) => boolean {
  const menuCode = useStored('menuCode');
  const button = useStored('button');
  const codes = useMemo(() => codesOf(menuCode, button), [menuCode, button]);
  return useCallback((code) => codes.has(code), [codes]);
}

/** The name that stands on a granted button (an administrator may have renamed it); undefined when it is not granted. */
export function useGrantedName(code: string): string | undefined {
  return useStored('button').find((button) => button.code === code)?.name;
}
