import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { EmployeeDetail } from '../../common/employee.contract.ts';
import '../people.css';

type Owned = Pick<EmployeeDetail, 'owners' | 'ownFields'>;

/** What the profile calls otherwise than a change does. */
const journaled: Readonly<Record<string, string>> = {
  departments: 'assignments',
  effectiveManager: 'managerId',
  dottedManagers: 'dottedManagerIds',
  owner: 'ownerId',
  fullName: 'name',
  managers: 'managerIds',
  deputies: 'deputyIds',
};

/** Whose a value is where it is not the console's: of a source, or entered by the person. */
export function FieldOwner({ person, name }: { person: Owned; name: string }): ReactElement | null {
  const t = useT('user-centre');
  const field = journaled[name] ?? name;
  const owner = person.owners[field];
  if (owner)
    return <small className="uc-owner">{t('people.owner.source', { source: owner.sourceName, attribute: owner.attribute })}</small>;
  return person.ownFields.includes(field) ? <small className="uc-owner">{t('people.owner.employee')}</small> : null;
}

/** How a field stands in a form: what a source decides is read-only, with the reason; under what a person entered it says so. */
export function useOwned(person: Owned | undefined): (field: string) => { disabled?: true; help?: string } {
  const t = useT('user-centre');
  return (field) => {
    const owner = person?.owners[field];
    if (owner) return { disabled: true, help: t('people.owner.readOnly', { source: owner.sourceName, attribute: owner.attribute }) };
    return person?.ownFields.includes(field) ? { help: t('people.owner.employee') } : {};
  };
}
