import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { directory } from '#modules/people/server/public.ts';
import type { MemberKind } from '../../common/boxes/words.ts';

/** Ids of which one is given: whom a row names. */
export interface Named {
  readonly employeeId?: string | null;
  readonly departmentId?: string | null;
  readonly crowdId?: string | null;
}

/** Whom a row names. */
export function memberOf({ employeeId, departmentId, crowdId }: Named): { kind: MemberKind; id: string } {
  if (employeeId) return { kind: 'employee', id: employeeId };
  return departmentId ? { kind: 'department', id: departmentId } : { kind: 'crowd', id: crowdId ?? '' };
}

type NameOf = (kind: MemberKind, id: string) => { readonly name: string; readonly fullName: string };

/** Reads the names of whom rows name, as the caller may read them. */
export async function memberNames(db: Db, caller: Caller, rows: readonly Named[]): Promise<NameOf> {
  const range = caller.scope();
  const idsOf = (wanted: MemberKind): string[] => rows.map(memberOf).flatMap(({ kind, id }) => (kind === wanted && id !== '' ? [id] : []));
  const people = await directory.people(db, idsOf('employee'), caller.language, range);
  const departments = await directory.departments(db, idsOf('department'), caller.language, range);
  const crowds = await directory.crowds(db, idsOf('crowd'), caller.language, range);
  const unseen = outsideWord(caller.language);
  return (kind, id) => {
    if (kind === 'employee') return { name: people.get(id)?.name ?? unseen, fullName: people.get(id)?.departmentName ?? '' };
    if (kind === 'department') return { name: departments.get(id)?.name ?? unseen, fullName: departments.get(id)?.fullName ?? '' };
    return { name: crowds.get(id) ?? unseen, fullName: '' };
  };
}
