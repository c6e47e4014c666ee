import { App } from 'antd';
import { createElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import type { Place } from '#kit/console/pickers/tree-rows.ts';
import {
  departmentGet,
  departmentList,
  departmentMove,
  departmentMovePreview,
  departmentReorder,
  departmentTree,
} from '../../common/department.contract.ts';
import { employeeGet, employeeList } from '../../common/employee.contract.ts';
import { RoleTurns } from '../person/role-turns.tsx';

/** Whose answers a change of departments makes old. */
export const departmentReadings = [departmentTree, departmentList, departmentGet, employeeList, employeeGet] as const;

/** What fills the sentence about a move. */
export const moveFacts = ({ departments, people, from, to }: Reply<typeof departmentMovePreview>) => ({ departments, people, from, to });

/**
 * Puts departments in another place of the tree: below another one after its effect was read and agreed to, among the same neighbours at
 * once. What the server refuses has been said when it answers.
 */
export function useMoveDepartment(): (id: string, to: Place) => Promise<void> {
  const t = useT('user-centre');
  const { modal, message } = App.useApp();
  const agree = async (input: { id: string; parentId: string }): Promise<boolean> => {
    const effect = await call(departmentMovePreview, input);
    return modal.confirm({
      title: t('department.moveTitle'),
      content: [t('department.moveEffect', moveFacts(effect)), createElement(RoleTurns, { key: 'roles', roles: effect.roles })],
      okText: t('department.moveDo'),
    });
  };
  const move = async (id: string, parentId: string, beforeId: string | null): Promise<boolean> => {
    const { parentId: from, version } = await call(departmentGet, { id });
    if (from === parentId) return reorder(id, parentId, beforeId);
    if (!(await agree({ id, parentId }))) return false;
    await call(departmentMove, { id, parentId, version, ...(beforeId !== null && { beforeId }) });
    return true;
  };
  return async (id, { parentId, beforeId }) => {
    try {
      if (parentId !== null && (await move(id, parentId, beforeId))) void message.success(t('department.moved'));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      await invalidate(...departmentReadings);
    }
  };
}

/** Gives the children of a department another order; the server refuses when somebody else was quicker. */
async function reorder(id: string, parentId: string, beforeId: string | null): Promise<boolean> {
  // The version first: a change between the two readings is then noticed.
  const { version } = await call(departmentGet, { id: parentId });
  const { nodes } = await call(departmentTree, { parentId });
  const before = nodes.filter((node) => node.parentId === parentId).map((node) => node.id);
  const others = before.filter((one) => one !== id);
  const at = beforeId === null ? others.length : others.indexOf(beforeId);
  const ids = others.toSpliced(at < 0 ? others.length : at, 0, id);
  if (ids.every((one, index) => one === before[index])) return false;
  await call(departmentReorder, { parentId, ids, version });
  return true;
}
