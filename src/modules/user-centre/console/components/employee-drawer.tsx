import { EditOutlined } from '@ant-design/icons';
import { Button, Drawer, Tabs, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext, useWords } from '#kit/console/page/subject.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { Cell } from '#kit/console/table/cell.tsx';
import type { CellKind } from '#kit/console/table/column.ts';
import { employeeGet, type EmployeeDetail } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { employee } from '../subjects.ts';
import { EmployeeActions } from './employee-actions.tsx';
import { EmployeeForm } from './employee-form.tsx';
import './people.css';
import { Unmask } from './unmask.tsx';

/** A person with everything the caller may see: facts, departments, and the history with its undo. */
export function EmployeeDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const narrow = useNarrow();
  const [editing, setEditing] = useState(false);
  const { data, error, isPending, refetch } = useRead(employeeGet, { id });
  return (
    <SubjectContext value={employee}>
      <Drawer
        open
        size={narrow ? '100%' : 720}
        title={data?.name ?? t('employee')}
        onClose={onClose}
        closable={{ 'aria-label': t('people.close') }}
      >
        {isPending && <WaitingForm lines={10} />}
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {data && (
          <>
            <div className="uc-head">
              <strong>{data.name}</strong>
              <Tag variant="filled">{t(`employee.status.${data.status}`)}</Tag>
              {data.writable && (
                <Permit code={userManagement.button.update}>
                  {(name) => (
                    <Button type="primary" icon={<EditOutlined />} onClick={() => setEditing(true)}>
                      {name}
                    </Button>
                  )}
                </Permit>
              )}
              <EmployeeActions row={data} onOpen={() => setEditing(true)} />
            </div>
            <Tabs
              items={[
                { key: 'facts', label: t('people.tab.facts'), children: <Facts person={data} /> },
                { key: 'departments', label: t('people.tab.departments'), children: <Departments person={data} /> },
                {
                  key: 'history',
                  label: t('people.tab.history'),
                  children: <HistoryTab subject={employee} kind="employee" objectId={id} />,
                },
              ]}
            />
          </>
        )}
        {editing && data && <EmployeeForm person={data} onClose={() => setEditing(false)} />}
      </Drawer>
    </SubjectContext>
  );
}

const facts: readonly (readonly [keyof EmployeeDetail, CellKind?])[] = [
  ['account', 'code'],
  ['employeeNo', 'code'],
  ['title'],
  ['mobile'],
  ['email'],
  ['workPhone'],
  ['personalEmail'],
  ['effectiveManager', 'names'],
  ['employmentType', 'enum'],
  ['hireDate', 'day'],
  ['jobLevel'],
  ['workplace'],
  ['costCentre'],
  ['nameEn'],
  ['alias'],
  ['nameReading'],
  ['gender', 'enum'],
  ['birthday'],
  ['expiresAt', 'time'],
  ['timeZone'],
  ['remark'],
  ['createdAt', 'time'],
  ['updatedAt', 'time'],
];

function Facts({ person }: { person: EmployeeDetail }): ReactElement {
  const words = useWords();
  return (
    <dl className="uc-facts">
      {facts.map(([name, as]) => (
        <div key={name}>
          <dt>{words.field(name)}</dt>
          <dd>
            <Cell value={person[name]} field={name} as={as} />{' '}
            {(name === 'mobile' || name === 'birthday') && person[name] !== null && <Unmask id={person.id} field={name} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Departments({ person }: { person: EmployeeDetail }): ReactElement {
  const t = useT('user-centre');
  return (
    <ul>
      {person.departments.map(({ departmentId, fullName, primary, title, manager }) => (
        <li key={departmentId}>
          {fullName} {title && `· ${title}`} {primary && <Tag color="blue">{t('employee.field.primary')}</Tag>}
          {manager && <Tag color="gold">{t('employee.field.leads')}</Tag>}
        </li>
      ))}
    </ul>
  );
}
