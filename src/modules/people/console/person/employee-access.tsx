import type { ReactElement } from 'react';
import { personParts } from '#kit/console/person/person-parts.ts';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import type { EmployeeDetail } from '../../common/employee.contract.ts';
import '../people.css';
import { GiveRoleButton } from './give-role.tsx';

const Roles = later('person-roles', async () => (await import('./person-roles.tsx')).personRoles(), <WaitingForm lines={3} />);

/** What other modules show beside the roles. */
const shares = () => personParts().access;

/** Codes of which one opens the tab. */
export const accessCodes = (): string[] => [...explainCodes(), ...shares().map(({ code }) => code)];

/** Code of who is told why a person may do something, where a module tells it. */
function explainCodes(): string[] {
  const { roles } = personParts();
  return roles ? [roles.explain] : [];
}

/** What somebody may do and where it comes from: roles with the chain that gives them, and crowds with their reason. */
export function EmployeeAccess({ person }: { person: EmployeeDetail }): ReactElement {
  const can = useCan();
  return (
    <div className="uc-history">
      {explainCodes().some(can) && <Roles id={person.id} />}
      {person.status === 'active' && (
        <p>
          <GiveRoleButton person={person} />
        </p>
      )}
      {shares().map(({ code, Part }) => can(code) && <Part key={code} id={person.id} />)}
    </div>
  );
}
