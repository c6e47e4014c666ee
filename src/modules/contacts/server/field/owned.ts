import type { Db } from '#kit/server/directory.ts';
import { fieldsOfSources } from '#modules/people/server/public.ts';
import type { FieldKey } from '../../common/words.ts';

/** What sources call a field otherwise. */
const called: Readonly<Record<string, FieldKey>> = { assignments: 'departments', managerId: 'manager', dottedManagerIds: 'dottedManagers' };

/** Names of the sources that always write a field, by its key. */
export async function ownedFields(db: Db): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await fieldsOfSources(db))].map(([field, source]) => [called[field] ?? field, source]));
}
