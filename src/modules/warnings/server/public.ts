import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { noticePersonKind } from './notice-person.kind.ts';

/** Every notice person, with whether they are told of the licence. */
export function licencePersons(db: Db): Promise<{ id: string; name: string; channels: string[]; enabled: boolean; licence: boolean }[]> {
  return db
    .selectFrom('notice_person')
    .select(['id', 'name', 'channels', 'enabled', 'licence'])
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute();
}

/** Chooses who is told of the licence: these and nobody else. Answers for how many that is another word than before. */
export async function setLicencePersons(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  const all = await tx.selectFrom('notice_person').select(['id', 'licence']).execute();
  const unknown = ids.filter((id) => all.every((one) => one.id !== id));
  if (unknown.length > 0) throw new InvalidInput([{ path: 'ids', namespace: 'warnings', key: 'issue.nobody' }]);
  const changed = all.filter(({ id, licence }) => ids.includes(id) !== licence);
  if (changed.length === 0) return 0;
  await changeObjects(
    tx,
    caller,
    noticePersonKind,
    changed.map(({ id, licence }) => ({ id, version: null, fields: { licence: !licence } })),
  );
  return changed.length;
}
