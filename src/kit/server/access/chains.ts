import type { Chain } from '#kit/common/role/explain.contract.ts';
import type { MemberKind } from '#kit/common/role/role-range.ts';
import { outsideWord } from '../outside-word.ts';
import { seenAmong } from './role.owner.ts';
import { rangeDepartments, rangeViewOf, roleNameOf, type RoleCall, type RoleData } from './role.view.ts';

/** A role with the way by which a person holds it. */
export interface Way extends Pick<RoleData, 'id' | 'name' | 'preset' | 'rangeKind' | 'rangeDepartments'> {
  wayKind: MemberKind;
  wayId: string;
  until: number | null;
}

/** Ways of a person as they are read: through which department or crowd, or by name, to which role with which range. In the order given. */
export async function chainsOfWays(call: RoleCall, person: { name: string }, ways: readonly Way[]): Promise<Chain[]> {
  const { db, services, caller } = call;
  const idsOf = (kind: MemberKind): string[] => ways.filter(({ wayKind }) => wayKind === kind).map(({ wayId }) => wayId);
  const departments = await services.directory.departments(db, idsOf('department'), caller.language, caller.scope());
  const crowds = await services.directory.crowds(db, idsOf('crowd'), caller.language, caller.scope());
  const seen = await seenAmong(
    db,
    caller.scope(),
    ways.map(({ id }) => id),
  );
  const outside = outsideWord(caller.language);
  const chosen = await rangeDepartments(call, ways);
  return ways.map((way) => ({
    // What somebody may do is told whole; by which role of another department is not.
    roleId: seen.has(way.id) ? way.id : '',
    roleName: seen.has(way.id) ? roleNameOf(call, way) : outside,
    preset: way.preset,
    way: {
      kind: way.wayKind,
      id: way.wayId,
      name: departments.get(way.wayId)?.name ?? crowds.get(way.wayId) ?? (way.wayKind === 'employee' ? person.name : outside),
      fullName: departments.get(way.wayId)?.fullName ?? '',
    },
    until: way.until,
    range: rangeViewOf(call, way, chosen),
  }));
}
