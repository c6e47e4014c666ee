import type { ReactElement } from 'react';
import type { PeopleGroups } from '#kit/common/session/sign-in-policy.ts';
import { useT } from '#kit/console/i18n/use-t.ts';

/** For whom a way is, in a line. */
export function PeopleText({ people }: { people: PeopleGroups | null }): ReactElement {
  const t = useT('sign-in');
  if (!people) return <>{t('people.everyone')}</>;
  const { roleIds, departmentIds, crowdIds } = people;
  return <>{t('people.count', { roles: roleIds.length, departments: departmentIds.length, crowds: crowdIds.length })}</>;
}
