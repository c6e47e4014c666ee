import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { robot, robotTransfer, type RobotRow } from '../../common/company/robot.contract.ts';
import { robotReadings, robotSubject } from './subjects.ts';

const { ownerId: OwnerId } = fieldsOf(robotTransfer.input);
const { code: Code } = fieldsOf(robot.copy.input);

/** Gives robots another owner. */
export function TransferButton({ ids, onDone }: { ids: readonly string[]; onDone?: () => void }): ReactElement | null {
  const { granted, name } = useActionName(robotTransfer);
  const [open, setOpen] = useState(false);
  if (!granted) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {open && (
        <SubjectContext value={robotSubject}>
          <FormDialog
            endpoint={robotTransfer}
            initial={{ ids: [...ids] }}
            invalidates={robotReadings}
            onSaved={() => onDone?.()}
            onClose={() => setOpen(false)}
          >
            <OwnerId>
              <EmployeePicker />
            </OwnerId>
          </FormDialog>
        </SubjectContext>
      )}
    </>
  );
}

/** Copies a robot under another code; the copy has no keys and is in no group. */
export function CopyButton({ row }: { row: Pick<RobotRow, 'id' | 'code'> }): ReactElement | null {
  const { granted, name } = useActionName(robot.copy);
  const [open, setOpen] = useState(false);
  if (!granted) return null;
  return (
    <>
      <Button type="text" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {open && (
        <SubjectContext value={robotSubject}>
          <FormDialog
            endpoint={robot.copy}
            initial={{ id: row.id, code: `${row.code.slice(0, 34)}-copy` }}
            invalidates={robotReadings}
            onClose={() => setOpen(false)}
          >
            <Code />
          </FormDialog>
        </SubjectContext>
      )}
    </>
  );
}
