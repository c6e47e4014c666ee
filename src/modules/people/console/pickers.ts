import { call } from '#kit/console/call/call.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import type { Choice, PickerSources, TreeChoice, TreeSource } from '#kit/console/pickers/picker-source.ts';
import type { DepartmentNode } from '../common/department.contract.ts';

// Contracts come with the first picker: the frame need not carry them.
const pick = () => import('../common/pick.contract.ts');
const batch = () => import('../common/batch-get.contract.ts');
const portraits = () => import('./person/portrait-of.tsx');

/** People and departments for the pickers of every page: what the caller's own ranges hold. */
export const peoplePickers: PickerSources = {
  employee: {
    search: async (text, signal) => {
      if (text === '') return [];
      const [{ pickEmployees }, { portraitOf }] = await Promise.all([pick(), portraits()]);
      const { employees } = await call(pickEmployees, { text }, { silent: true, signal });
      return employees.map((person) => ({
        id: person.id,
        name: person.name,
        detail: `${person.account} · ${person.fullName}`,
        figure: portraitOf(person),
      }));
    },
    names: async (ids, signal) => {
      const { batchGet } = await batch();
      const answer = await call(batchGet, { employees: [...ids] }, { silent: true, signal });
      return answer.employees.map(({ id, name, fullName }) => ({ id, name, detail: fullName }));
    },
  },
  department: departmentTreeOf(async () => (await pick()).pickDepartments, { includeDisabled: false }),
};

/** Departments as the people's page shows them: in its own range, with those not in use and the number of people. */
export const countedDepartments: TreeSource = departmentTreeOf(
  async () => (await import('../common/department.contract.ts')).departmentTree,
  {
    withCount: true,
  },
);

type TreeEndpoint = Awaited<ReturnType<typeof pick>>['pickDepartments'];

function departmentTreeOf(endpoint: () => Promise<TreeEndpoint>, fixed: { withCount?: boolean; includeDisabled?: boolean }): TreeSource {
  const read = async (input: { parentId?: string; text?: string; of?: string }, signal: AbortSignal) =>
    call(await endpoint(), { ...fixed, ...input }, { silent: true, signal });
  return {
    search: async (text, signal) => {
      // Nothing typed yet: the upper levels are a good beginning.
      const { nodes, hits } = await read(text === '' ? {} : { text }, signal);
      const byId = new Map(nodes.map((node) => [node.id, node]));
      const found = text === '' ? nodes.filter(({ inRange }) => inRange) : hits.flatMap((id) => byId.get(id) ?? []);
      return found.map((node): Choice => ({ id: node.id, name: node.name, detail: placeOf(node, byId) }));
    },
    names: async (ids, signal) => {
      const { batchGet } = await batch();
      const answer = await call(batchGet, { departments: [...ids] }, { silent: true, signal });
      // The names above alone, as a search tells them.
      const above = (whole: string, name: string): string => (whole.endsWith(` / ${name}`) ? whole.slice(0, -name.length - 3) : '');
      return answer.departments.map(({ id, name, fullName }) => ({ id, name, detail: above(fullName, name) }));
    },
    children: async (parentId, signal) => {
      const { nodes } = await read(parentId === null ? {} : { parentId }, signal);
      const known = new Set(nodes.map(({ id }) => id));
      // Without a parent the answer holds the level below the top too, and the names above a range.
      return nodes.filter((node) => node.parentId === null || !known.has(node.parentId)).map(choiceOf);
    },
    path: async (id, signal) => (await read({ of: id }, signal)).nodes.map((node) => node.id).filter((one) => one !== id),
  };
}

function choiceOf({ id, name, hasChildren, totalCount, inRange, enabled }: DepartmentNode): TreeChoice {
  return {
    id,
    name,
    leaf: !hasChildren,
    ...(totalCount !== null && { count: totalCount }),
    // A name above the range only leads to what can be chosen.
    ...(!inRange && { disabled: translate('kit', 'pick.outOfRange') }),
    ...(!enabled && { off: true }),
  };
}

/** Names of everything above, from the top. */
function placeOf({ parentId }: DepartmentNode, byId: ReadonlyMap<string, DepartmentNode>): string {
  const above = parentId === null ? undefined : byId.get(parentId);
  if (!above) return '';
  const place = placeOf(above, byId);
  return place ? `${place} / ${above.name}` : above.name;
}
