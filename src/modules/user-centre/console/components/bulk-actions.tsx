import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import type { Selection } from '#kit/console/page/use-selection.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import {
  employeeDisable,
  employeeEnable,
  employeeRemove,
  employeeRestore,
  employeeSessionEnd,
  type EmployeeRow,
} from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { BulkUpdate } from './bulk-update.tsx';
import { peopleReadings } from './employee-actions.tsx';

/** What can be done with several people at once. */
export function BulkActions({ selection }: { selection: Selection<EmployeeRow> }): ReactElement {
  const [updating, setUpdating] = useState(false);
  const act = {
    names: selection.rows.map(({ name }) => name),
    input: { ids: [...selection.ids] },
    invalidates: peopleReadings,
    onDone: selection.clear,
  };
  const gone = selection.rows.some(({ status }) => status === 'deleted');
  if (gone) return <ActionButton endpoint={employeeRestore} {...act} />;
  return (
    <>
      <Permit code={userManagement.button.batchUpdate}>{(name) => <Button onClick={() => setUpdating(true)}>{name}</Button>}</Permit>
      <ActionButton endpoint={employeeEnable} {...act} />
      <ActionButton endpoint={employeeDisable} {...act} />
      <ActionButton endpoint={employeeSessionEnd} {...act} />
      <ActionButton endpoint={employeeRemove} {...act} />
      {updating && <BulkUpdate ids={selection.ids} onDone={selection.clear} onClose={() => setUpdating(false)} />}
    </>
  );
}
