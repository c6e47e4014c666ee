import { App } from 'antd';
import { useCallback } from 'react';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import type { Place } from '#kit/console/pickers/use-tree.ts';
import {
  departmentGet,
  departmentList,
  departmentMove,
  departmentMovePreview,
  departmentReorder,
  departmentTree,
} from '../../common/department.contract.ts';
import { employeeGet, employeeList } from '../../common/employee.contract.ts';

/** Whose answers a change of departments makes old. */
export const departmentReadings = [departmentTree, departmentList, departmentGet, employeeList, employeeGet] as const;

/** How departments are put in another place; answers whether they were. What the server refuses has been said when it answers. */
export interface Moving {
  /** To a place in the tree: below another department its effect is shown and agreed to first, among the same ones it is only an order. */
  place(id: string, to: Place): Promise<boolean>;
  /** One step up (-1) or down (1) among its neighbours. */
  step(id: string, by: -1 | 1): Promise<boolean>;
}

/** Moves departments in the tree, by dragging or from a menu. */
export function useMoveDepartment(): Moving {
  const t = useT('user-centre');
  const { modal, message } = App.useApp();
  const done = useCallback(
    async (work: () => Promise<boolean>): Promise<boolean> => {
      try {
        if (!(await work())) return false;
        void message.success(t('department.moved'));
        return true;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return false;
      } finally {
        await invalidate(...departmentReadings);
      }
    },
    [message, t],
  );
  const agree = async (input: { id: string; parentId: string }): Promise<boolean> => {
    const effect = await call(departmentMovePreview, input);
    return modal.confirm({
      title: t('department.moveTitle'),
      content: t('department.moveEffect', effect),
      okText: t('department.moveDo'),
    });
  };
  return {
    place: (id, { parentId, beforeId }) =>
      done(async () => {
        if (parentId === null) return false;
        const { parentId: from, version } = await call(departmentGet, { id });
        if (from === parentId) return reorder(parentId, (ids) => inserted(ids, id, beforeId));
        if (!(await agree({ id, parentId }))) return false;
        await call(departmentMove, { id, parentId, version, ...(beforeId !== null && { beforeId }) });
        return true;
      }),
    step: (id, by) =>
      done(async () => {
        const { parentId } = await call(departmentGet, { id });
        return parentId !== null && reorder(parentId, (ids) => stepped(ids, id, by));
      }),
  };
}

/** Gives the children of a department another order; the server refuses when somebody else was quicker. */
async function reorder(parentId: string, change: (ids: readonly string[]) => readonly string[]): Promise<boolean> {
  // The version first: a change between the two readings is then noticed.
  const { version } = await call(departmentGet, { id: parentId });
  const { nodes } = await call(departmentTree, { parentId });
  const ids = nodes.filter((node) => node.parentId === parentId).map((node) => node.id);
  const wished = change(ids);
  if (wished.every((id, at) => id === ids[at])) return false;
  await call(departmentReorder, { parentId, ids: [...wished], version });
  return true;
}

function inserted(ids: readonly string[], id: string, beforeId: string | null): readonly string[] {
  const others = ids.filter((one) => one !== id);
  const at = beforeId === null ? -1 : others.indexOf(beforeId);
  return others.toSpliced(at < 0 ? others.length : at, 0, id);
}

function stepped(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const at = ids.indexOf(id);
  const to = Math.min(ids.length - 1, Math.max(0, at + by));
  return ids.toSpliced(at, 1).toSpliced(to, 0, id);
}
