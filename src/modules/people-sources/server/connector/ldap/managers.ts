import type { Entry } from 'ldapts';
import { dnKey } from '#platform/ldap/dn.ts';
import { SourceFailure } from '../connector.ts';
import { textOf } from './attributes.ts';
import type { Dialect } from './dialect.ts';
import type { Scope } from './scope.ts';
import type { Session } from './session.ts';

/** Managers remembered; beyond it they are asked for again. */
const mostKnown = 200_000;
const atOnce = 16;
/** What says that there is nobody of this name for us, and not that the directory failed. */
const nobody = new Set(['empty', 'permission', 'syntax']);

/** Answers who the manager of each entry is, once those whom the entries name were found. */
export type ManagerIds = (entries: readonly Entry[]) => Promise<(entry: Entry) => string | undefined>;

/** Finds the ids of the managers that a page of people names, asking the directory once for each. */
export function managersOf(session: Session, scope: Scope, dialect: Dialect): ManagerIds {
  const known = new Map<string, string | null>();
  const keys = new Map<string, string>();
  const keyOf = (dn: string): string => {
    let key = keys.get(dn);
    if (key === undefined) {
      if (keys.size >= mostKnown) keys.clear();
      keys.set(dn, (key = dnKey(dn)));
    }
    return key;
  };

  const ask = async (dn: string): Promise<string | null> => {
    try {
      const [entry] = await session.ask({ base: dn, scope: 'base', filter: scope.people.filter, attributes: [...dialect.ids] });
      return (entry && dialect.idOf(entry)) ?? null;
    } catch (error) {
      if (error instanceof SourceFailure && nobody.has(error.category)) return null;
      throw error;
    }
  };

  return async (entries) => {
    if (known.size > mostKnown) known.clear();
    const open = new Map<string, string>();
    for (const entry of entries) {
      const dn = textOf(entry, 'manager');
      const key = dn === undefined ? undefined : keyOf(dn);
      if (dn !== undefined && key !== undefined && !known.has(key) && scope.holdsPerson(key)) open.set(key, dn);
    }
    const waiting = [...open];
    for (let at = 0; at < waiting.length; at += atOnce)
      await Promise.all(waiting.slice(at, at + atOnce).map(async ([key, dn]) => known.set(key, await ask(dn))));
    return (entry) => {
      const dn = textOf(entry, 'manager');
      return dn === undefined ? undefined : (known.get(keyOf(dn)) ?? undefined);
    };
  };
}
