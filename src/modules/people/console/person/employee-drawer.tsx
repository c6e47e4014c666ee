import { EditOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState, type ReactElement } from 'react';
import { codesOf } from '#kit/common/contract.ts';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/page/detail-tabs.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { personParts } from '#kit/console/person/person-parts.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
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
import { PersonName } from './person-name.tsx';
import { SeeAsLink } from './see-as-link.tsx';
import { TerminalSessions } from './terminal-sessions.tsx';

/** A person with everything the caller may see: facts, sign-in, and the history with its undo. */
export function EmployeeDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const narrow = useNarrow();
  const can = useCan();
  const { data, error, isPending, refetch } = useRead(employeeGet, { id });
  const living = data !== undefined && data.status !== 'deleted';
  const mayLook = living && data.writable && codesOf(employeeSignIn.access).some(can);
  return (
    <SubjectContext value={employee}>
      <Drawer
        open
        size={narrow ? '100%' : 720}
        title={data ? <Title person={data} /> : t('employee')}
        extra={data && <Actions person={data} />}
        onClose={onClose}
        closable={{ 'aria-label': t('people.close') }}
      >
        {isPending && <WaitingForm lines={10} />}
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {data && (
          <DetailTabs
            name="etab"
            tabs={[
              { key: 'profile', label: t('people.tab.facts'), children: <EmployeeFacts person={data} /> },
              { key: 'departments', label: t('people.tab.places'), children: <EmployeePlaces person={data} /> },
              ...(living && accessCodes().some(can)
                ? [{ key: 'access', label: t('people.tab.access'), children: <EmployeeAccess person={data} /> }]
                : []),
              ...(living && can(userManagement.button.leave)
                ? [{ key: 'holdings', label: t('people.tab.holdings'), children: <EmployeeHoldings person={data} /> }]
                : []),
              ...(living ? personParts().tabs : [])
                .filter(({ code }) => can(code))
                .map(({ key, label, Part }) => ({ key, label: label(), children: <Part id={id} /> })),
              ...(mayLook ? [{ key: 'sessions', label: t('people.tab.signIn'), children: <EmployeeSignIn person={data} /> }] : []),
              ...(living && codesOf(terminalSessionList.access).some(can)
                ? [{ key: 'terminals', label: t('people.tab.terminals'), children: <TerminalSessions person={data} /> }]
                : []),
              {
                key: 'history',
                label: t('people.tab.history'),
                children: <HistoryTab subject={employee} kind="employee" objectId={id} />,
              },
            ]}
          />
        )}
      </Drawer>
    </SubjectContext>
  );
}

function Title({ person }: { person: EmployeeDetail }): ReactElement {
  return (
    <span className="uc-title">
      <PersonName person={person} size={40} />
      <Cell value={person.status} field="status" as="enum" />
    </span>
  );
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
