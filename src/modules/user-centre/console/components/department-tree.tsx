import { App } from 'antd';
import { useState, type ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { LazyTree } from '#kit/console/pickers/lazy-tree.tsx';
import type { TreeSource } from '#kit/console/pickers/picker-source.ts';
import type { Place } from '#kit/console/pickers/use-tree.ts';
import { useCan } from '#kit/console/store/granted.ts';
import {
  departmentGet,
  departmentList,
  departmentMove,
  departmentMovePreview,
  departmentReorder,
  departmentTree,
} from '../../common/department.contract.ts';
import { employeeList } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { userCentrePickers } from '../pickers.ts';
import './people.css';
import { DepartmentActions } from './department-actions.tsx';

interface DepartmentTreeProps {
  selected: string | null;
  onSelect: (id: string) => void;
}

const source: TreeSource | undefined = userCentrePickers.department;

/** The tree of departments in range: chooses whose people are listed, and is rearranged by dragging, with the effect shown first. */
export function DepartmentTree({ selected, onSelect }: DepartmentTreeProps): ReactElement | null {
  const t = useT('user-centre');
  const can = useCan();
  const move = useMove();
  const [turn, setTurn] = useState(0);
  const mayMove = can(userManagement.button.moveDept) || can(userManagement.button.reorderDept);
  if (!source) return null;
  return (
    <div className="uc-tree">
      <LazyTree
        source={source}
        label={t('people.tree')}
        selected={selected}
        onSelect={onSelect}
        search
        reloadKey={turn}
        {...(mayMove && { onMove: move })}
        actions={(node) => <DepartmentActions node={node} onChanged={() => setTurn(turn + 1)} />}
      />
    </div>
  );
}

/** Moves a department after its effect was read, or gives the children of one department a new order. */
function useMove(): (id: string, to: Place) => Promise<void> {
  const t = useT('user-centre');
  const { modal, message } = App.useApp();
  const agree = async (id: string, parentId: string): Promise<boolean> => {
    const effect = await call(departmentMovePreview, { id, parentId });
    return modal.confirm({
      title: t('department.moveTitle'),
      content: t('department.moveEffect', { from: effect.from, to: effect.to, departments: effect.departments, people: effect.people }),
      okText: t('department.moveDo'),
    });
  };
  return async (id, { parentId, beforeId }) => {
    if (parentId === null) return;
    try {
      const { parentId: from, version } = await call(departmentGet, { id });
      if (from === parentId) await reorder(id, parentId, beforeId);
      else if (await agree(id, parentId)) await call(departmentMove, { id, parentId, version, ...(beforeId !== null && { beforeId }) });
      else return;
      void message.success(t('department.moved'));
      await invalidate(departmentTree, departmentList, departmentGet, employeeList);
    } catch (error) {
      // The error catalogue has said why; the tree is read anew by who called.
      if (!(error instanceof CallError)) throw error;
    }
  };
}

async function reorder(id: string, parentId: string, beforeId: string | null): Promise<void> {
  const [{ nodes }, parent] = await Promise.all([call(departmentTree, { parentId }), call(departmentGet, { id: parentId })]);
  const others = nodes.filter((node) => node.parentId === parentId && node.id !== id).map((node) => node.id);
  const at = beforeId === null ? others.length : others.indexOf(beforeId);
  await call(departmentReorder, { parentId, ids: others.toSpliced(at < 0 ? others.length : at, 0, id), version: parent.version });
}
