import { call } from '#kit/console/call/call.ts';
import type { Choice, PickerSources, TreeChoice } from '#kit/console/pickers/picker-source.ts';
import type { DepartmentNode } from '../common/department.contract.ts';
import type { EmployeeRow } from '../common/employee.contract.ts';

// Contracts come with the first picker: the frame need not carry them.
const departments = () => import('../common/department.contract.ts');
const employees = () => import('../common/employee.contract.ts');
const batch = () => import('../common/batch-get.contract.ts');
const found = 20;

const personChoice = ({ id, name, account, departments: [first], status }: EmployeeRow): Choice => ({
  id,
  name,
  detail: [account, first?.name].filter(Boolean).join(' · '),
  ...(status !== 'active' && { detail: `${account} · ${status}` }),
});

const nodeChoice = ({ id, name, hasChildren, totalCount, inRange }: DepartmentNode): TreeChoice => ({
  id,
  name,
  leaf: !hasChildren,
  ...(totalCount !== null && { count: totalCount }),
  ...(!inRange && { disabled: name }),
});

/** People and departments for the pickers of every page, within the caller's range. */
export const userCentrePickers: PickerSources = {
  employee: {
    search: async (text, signal) => {
      const { employeeList } = await employees();
      const { list } = await call(employeeList, { ...(text && { text }), pageSize: found }, { silent: true, signal });
      return list.map(personChoice);
    },
    names: async (ids, signal) => {
      const { batchGet } = await batch();
      const answer = await call(batchGet, { employees: [...ids] }, { silent: true, signal });
      return answer.employees.map(({ id, name }) => ({ id, name }));
    },
  },
  department: {
    search: async (text, signal) => {
      const { departmentList } = await departments();
      const { list } = await call(departmentList, { ...(text && { text }), below: true, pageSize: found }, { silent: true, signal });
      return list.map(({ id, fullName }) => ({ id, name: fullName.split(' / ').at(-1) ?? fullName, detail: fullName }));
    },
    names: async (ids, signal) => {
      const { batchGet } = await batch();
      const answer = await call(batchGet, { departments: [...ids] }, { silent: true, signal });
      return answer.departments.map(({ id, name }) => ({ id, name }));
    },
    children: async (parentId, signal) => {
      const { departmentTree } = await departments();
      const input = { withCount: true, ...(parentId !== null && { parentId }) };
      const { nodes } = await call(departmentTree, input, { silent: true, signal });
      const known = new Set(nodes.map(({ id }) => id));
      // Without a parent the answer may hold several levels: the names above the range.
      return nodes
        .filter((node) => (parentId === null ? node.parentId === null || !known.has(node.parentId) : node.parentId === parentId))
        .map(nodeChoice);
    },
    path: async (id, signal) => {
      const { departmentGet, departmentTree } = await departments();
      const { fullName } = await call(departmentGet, { id }, { silent: true, signal });
      const { nodes } = await call(departmentTree, { text: fullName.split(' / ').at(-1) ?? '' }, { silent: true, signal });
      const byId = new Map(nodes.map((node) => [node.id, node]));
      const path: string[] = [];
      for (let at = byId.get(id)?.parentId; at; at = byId.get(at)?.parentId) path.unshift(at);
      return path;
    },
  },
};
