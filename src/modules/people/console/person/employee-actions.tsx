import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import {
  employeeDisable,
  employeeEnable,
  employeePurge,
  employeeRemove,
  employeeRestore,
  employeeSessionEnd,
  employeeUnlock,
  type EmployeeRow,
} from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { lifeButtons, useLifeActions } from '../life/life-actions.tsx';
import { peopleReadings } from '../list/people-readings.ts';

const EditEmployee = later('employee-form', async () => (await import('./employee-form.tsx')).EditEmployee);
const PasswordDialog = later('password-dialog', async () => (await import('./password-dialog.tsx')).PasswordDialog);

/** What can be done with one person, from a row or from the drawer; what their state forbids is not offered. */
export function EmployeeActions({ row }: { row: Pick<EmployeeRow, 'id' | 'name' | 'status'> }): ReactElement {
  const [open, setOpen] = useState<'edit' | 'password'>();
  const act = { names: [row.name], input: { ids: [row.id] }, invalidates: peopleReadings, type: 'text' as const };
  const life = useLifeActions(row);
  const close = (): void => setOpen(undefined);
  if (row.status === 'deleted') {
    return (
      <RowActions name={row.name}>
        <ActionButton endpoint={employeeRestore} {...act} />
        <ActionButton endpoint={employeePurge} {...act} confirm="type" />
      </RowActions>
    );
  }
  return (
    <>
      <RowActions name={row.name}>
        <Permit code={userManagement.button.update}>
          {(name) => (
            <Button type="text" onClick={() => setOpen('edit')}>
              {name}
            </Button>
          )}
        </Permit>
        {row.status === 'active' && <ActionButton endpoint={employeeDisable} {...act} />}
        {(row.status === 'disabled' || row.status === 'quarantined') && <ActionButton endpoint={employeeEnable} {...act} />}
        <Permit code={userManagement.button.password}>
          {(name) => (
            <Button type="text" danger onClick={() => setOpen('password')}>
              {name}
            </Button>
          )}
        </Permit>
        <ActionButton endpoint={employeeUnlock} {...act} />
        <ActionButton endpoint={employeeSessionEnd} {...act} />
        {lifeButtons(row, life)}
        {row.status !== 'active' && <ActionButton endpoint={employeeRemove} {...act} />}
      </RowActions>
      {life.dialog}
      {open === 'edit' && <EditEmployee id={row.id} onClose={close} />}
      {open === 'password' && <PasswordDialog id={row.id} name={row.name} onClose={close} />}
    </>
  );
}
