import type { PeopleGroups } from '#kit/common/session/sign-in-policy.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { directory } from './directory.ts';

const issues = { roleIds: 'issue.role', departmentIds: 'issue.department', crowdIds: 'issue.crowd' } as const;

/** The mistake of naming a group that is not there. */
export const issueOf = (name: keyof PeopleGroups): Omit<OperationIssue, 'path'> => ({ namespace: 'sign-in', key: issues[name] });

/** Which kinds of groups are named of which one does not exist. Documents from before there were departments and crowds name none. */
export async function unknownGroups(db: Db, named: Partial<PeopleGroups>): Promise<(keyof PeopleGroups)[]> {
  const { roleIds = [], departmentIds = [], crowdIds = [] } = named;
  const roles = roleIds.length === 0 ? [] : await db.selectFrom('role').select('id').where('id', 'in', roleIds).execute();
  const known = {
    roleIds: new Set(roles.map(({ id }) => id)),
    departmentIds: await directory.departments(db, departmentIds),
    crowdIds: await directory.crowds(db, crowdIds),
  };
  return (['roleIds', 'departmentIds', 'crowdIds'] as const).filter((name) => (named[name] ?? []).some((id) => !known[name].has(id)));
}
