import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { createSearchParams } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { MoveChoices, type TreeMoves } from '#kit/console/pickers/tree-moves.tsx';
import { useGo } from '#kit/console/routes/use-go.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { departmentDisable, departmentEnable } from '../../common/department.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { rootDepartmentId } from '../../common/root.ts';
import { department } from '../subjects.ts';
import { departmentReadings } from './move-department.ts';

const DepartmentForm = later('department-form', async () => (await import('./department-form.tsx')).DepartmentForm);
const MoveDialog = later('move-dialog', async () => (await import('./move-dialog.tsx')).MoveDialog);
const RemoveDepartment = later('remove-department', async () => (await import('./remove-department.tsx')).RemoveDepartment);

interface DepartmentActionsProps {
  id: string;
  name: string;
  enabled: boolean;
  /** Steps among its neighbours, where they are on screen. */
  moves?: TreeMoves;
  /** Opens the department's drawer, where it is not open already. */
  onOpen?: () => void;
}

const code = userManagement.button;

/** What can be done with a department: from its line in the tree, from the table, from its drawer. */
export function DepartmentActions({ id, name, enabled, moves, onOpen }: DepartmentActionsProps): ReactElement {
  const t = useT('user-centre');
  const [open, setOpen] = useState<'add' | 'edit' | 'move' | 'remove'>();
  const act = { names: [name], input: { ids: [id] }, invalidates: departmentReadings, type: 'text' as const };
  const close = (): void => setOpen(undefined);
  const go = useGo();
  const merge = (): void => void go({ search: createSearchParams({ view: 'merge', sources: id }).toString() });
  // The root stays what and where it is.
  const root = id === rootDepartmentId;
  return (
    <SubjectContext value={department}>
      <RowActions name={name}>
        {onOpen && <Choice name={t('department.details')} onClick={onOpen} />}
        <Permit code={code.addDept}>{(label) => <Choice name={label} onClick={() => setOpen('add')} />}</Permit>
        <Permit code={code.updateDept}>{(label) => <Choice name={label} onClick={() => setOpen('edit')} />}</Permit>
        {!root && (
          <>
            <Permit code={code.moveDept}>{(label) => <Choice name={label} onClick={() => setOpen('move')} />}</Permit>
            <Permit code={code.mergeDept}>{(label) => <Choice name={label} onClick={merge} />}</Permit>
            {moves && (
              <Permit code={code.reorderDept}>
                <MoveChoices moves={moves} withTo={false} />
              </Permit>
            )}
            {enabled ? (
              <ActionButton endpoint={departmentDisable} {...act} impact={<p>{t('department.disableHint')}</p>} />
            ) : (
              <ActionButton endpoint={departmentEnable} {...act} />
            )}
            <Permit code={code.deleteDept}>{(label) => <Choice name={label} danger onClick={() => setOpen('remove')} />}</Permit>
          </>
        )}
      </RowActions>
      {open === 'add' && <DepartmentForm parentId={id} onClose={close} />}
      {open === 'edit' && <DepartmentForm id={id} onClose={close} />}
      {open === 'move' && <MoveDialog id={id} name={name} onClose={close} />}
      {open === 'remove' && <RemoveDepartment id={id} name={name} onClose={close} />}
    </SubjectContext>
  );
}

function Choice({ name, danger = false, onClick }: { name: string; danger?: boolean; onClick: () => void }): ReactElement {
  return (
    <Button type="text" danger={danger} onClick={onClick}>
      {name}
    </Button>
  );
}
