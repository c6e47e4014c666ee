import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { departmentTree } from '../../common/department.contract.ts';
import {
  employeeDisable,
  employeeEnable,
  employeeGet,
  employeeList,
  employeePurge,
  employeeRemove,
  employeeRestore,
  employeeSessionEnd,
  employeeUnlock,
  type EmployeeRow,
} from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { PasswordDialog } from './password-dialog.tsx';

interface EmployeeActionsProps {
  row: Pick<EmployeeRow, 'id' | 'name' | 'status'>;
  onOpen: () => void;
}

/** Whose answers an action on people makes old. */
export const peopleReadings = [employeeList, employeeGet, departmentTree];

/** What can be done with one person; what their state forbids is not offered. */
export function EmployeeActions({ row, onOpen }: EmployeeActionsProps): ReactElement {
  const t = useT('user-centre');
  const [resetting, setResetting] = useState(false);
  const act = { names: [row.name], input: { ids: [row.id] }, invalidates: peopleReadings, type: 'text' as const };
  const deleted = row.status === 'deleted';
  return (
    <>
      <RowActions name={row.name}>
        <Button type="text" onClick={onOpen}>
          {t('people.open')}
        </Button>
        {row.status === 'disabled' && <ActionButton endpoint={employeeEnable} {...act} />}
        {row.status === 'active' && <ActionButton endpoint={employeeDisable} {...act} />}
        {!deleted && (
          <Permit code={userManagement.button.password}>
            {(name) => (
              <Button type="text" danger onClick={() => setResetting(true)}>
                {name}
              </Button>
            )}
          </Permit>
        )}
        {!deleted && <ActionButton endpoint={employeeUnlock} {...act} />}
        {!deleted && <ActionButton endpoint={employeeSessionEnd} {...act} />}
        {!deleted && <ActionButton endpoint={employeeRemove} {...act} />}
        {deleted && <ActionButton endpoint={employeeRestore} {...act} />}
        {deleted && <ActionButton endpoint={employeePurge} {...act} confirm="type" />}
      </RowActions>
      {resetting && <PasswordDialog id={row.id} name={row.name} onClose={() => setResetting(false)} />}
    </>
  );
}
