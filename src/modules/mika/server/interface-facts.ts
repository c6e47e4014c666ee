import type { Db } from '#kit/server/directory.ts';
import { interfaceNames } from '#modules/access/server/public.ts';
import type { InterfaceFacts } from './talk/talk.ts';

/** Interfaces by id: their path, whether they write, and whether modules of the product may call them; unknown ids are absent. */
export async function interfaceFacts(db: Db, ids: readonly string[]): Promise<Map<string, InterfaceFacts>> {
  const names = await interfaceNames(db, ids);
  return new Map(
    [...names].map(([id, { path, isWrite, enabled, isPublished, callers }]) => [
      id,
      { path, isWrite, isOpen: enabled && isPublished && callers.includes('internal') },
    ]),
  );
}
