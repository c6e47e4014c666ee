import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { codesOf } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import type { DetailTab } from '#kit/console/tabs/detail-tabs.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { personParts } from '#kit/console/person/person-parts.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { Cell } from '#kit/console/table/cell.tsx';
import { employeeGet, employeeSignIn, type EmployeeDetail } from '../../common/employee.contract.ts';
import { terminalSessionList } from '../../common/terminal-session.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { employee } from '../subjects.ts';
import { accessCodes, EmployeeAccess } from './employee-access.tsx';
import { EmployeeActions } from './employee-actions.tsx';
import { EmployeeFacts } from './employee-facts.tsx';
import { EditEmployee } from './employee-form.tsx';
import { EmployeeHoldings } from './employee-holdings.tsx';
import { EmployeePlaces } from './employee-places.tsx';
import { EmployeeSignIn } from './employee-sign-in.tsx';
import '../people.css';
import { NextSteps } from './next-steps.tsx';
import { PersonName } from './person-name.tsx';
import { SeeAsLink } from './see-as-link.tsx';
import { TerminalSessions } from './terminal-sessions.tsx';

interface EmployeeDrawerProps {
  id: string;
  /** Just added: what is still to be done for them is said first. */
  isNew?: boolean;
  onClose: () => void;
}

/** A person with everything the caller may see: facts, sign-in, and the history with its undo. */
export function EmployeeDrawer({ id, isNew = false, onClose }: EmployeeDrawerProps): ReactElement {
  const t = useT('user-centre');
  const can = useCan();
  const read = useRead(employeeGet, { id });
  const tabs = (person: EmployeeDetail): DetailTab[] => {
    const living = person.status !== 'deleted';
    const some = (...parts: readonly [boolean, DetailTab][]): DetailTab[] => parts.flatMap(([shown, tab]) => (shown ? [tab] : []));
    return [
      {
        key: 'profile',
        label: t('people.tab.facts'),
        children: (
          <>
            {isNew && <NextSteps person={person} />}
            <EmployeeFacts person={person} />
          </>
        ),
      },
      {
        key: 'departments',
        label: t('people.tab.places'),
        count: person.departments.length,
        children: <EmployeePlaces person={person} />,
      },
      ...some(
        [living && accessCodes().some(can), { key: 'access', label: t('people.tab.access'), children: <EmployeeAccess person={person} /> }],
        [
          living && can(userManagement.button.leave),
          { key: 'holdings', label: t('people.tab.holdings'), children: <EmployeeHoldings person={person} /> },
        ],
      ),
      ...(living ? personParts().tabs : [])
        .filter(({ code }) => can(code))
        .map(({ key, label, Part }) => ({ key, label: label(), children: <Part id={id} /> })),
      ...some(
        [
          living && person.writable && codesOf(employeeSignIn.access).some(can),
          { key: 'sessions', label: t('people.tab.signIn'), children: <EmployeeSignIn person={person} /> },
        ],
        [
          living && codesOf(terminalSessionList.access).some(can),
          { key: 'terminals', label: t('people.tab.terminals'), children: <TerminalSessions person={person} /> },
        ],
      ),
    ];
  };
  return (
    <DetailDrawer<EmployeeDetail>
      subject={employee}
      read={read}
      title={(person) => <PersonTitle person={person} />}
      head={headOf}
      actions={(person) => <Actions person={person} />}
      tabName="etab"
      tabs={tabs}
      history={() => ({ kind: 'employee', objectId: id })}
      onClose={onClose}
    />
  );
}

function PersonTitle({ person }: { person: EmployeeDetail }): ReactElement {
  return (
    <span className="uc-title">
      <PersonName person={person} size={40} />
    </span>
  );
}

/** How a person stands, and where in the company. */
function headOf({ status, departments, title }: EmployeeDetail): { state: ReactElement; path: string | undefined } {
  const home = departments.find(({ primary }) => primary) ?? departments[0];
  const path = [home?.fullName, title].filter(Boolean).join(' · ');
  return { state: <Cell value={status} field="status" as="enum" />, path: path === '' ? undefined : path };
}

function Actions({ person }: { person: EmployeeDetail }): ReactElement {
  const [editing, setEditing] = useState(false);
  return (
    <span className="uc-actions">
      {person.writable && person.status !== 'deleted' && (
        <Permit code={userManagement.button.update}>
          {(name) => (
            <Button type="primary" icon={<EditOutlined />} onClick={() => setEditing(true)}>
              {name}
            </Button>
          )}
        </Permit>
      )}
      {person.status === 'active' && <SeeAsLink id={person.id} />}
      {person.writable && <EmployeeActions row={person} />}
      {editing && <EditEmployee id={person.id} onClose={() => setEditing(false)} />}
    </span>
  );
}
