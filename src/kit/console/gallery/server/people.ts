import { pickCrowds, pickDepartments, pickPeople, treeMove, type TreeNodeRow } from '../people.contract.ts';
import { sampleId } from './sample-ids.ts';
import { serve } from './serve.ts';

const namesOf = ['林晓岚', '张伟', '佐藤 健', 'Alice Murphy', '欧阳明月', '王芳', '陈思远', 'Jürgen Weiß', '李娜', '赵一'];

/** People of the gallery. */
export const people = Array.from({ length: 40 }, (_, number) => ({
  id: sampleId(2, number),
  name:
    number < namesOf.length ? (namesOf[number] ?? '') : `${namesOf[number % namesOf.length]} ${Math.floor(number / namesOf.length) + 1}`,
  account: `user${String(number).padStart(3, '0')}`,
  place: ['研发中心 / 平台部', '市场部 / 华东区', '人力资源部'][number % 3] ?? '',
  inRange: number % 9 !== 8,
}));

/** Crowds of the gallery. */
const crowds = ['全体经理', '2026 届新员工', '外包人员', 'Night shift'].map((name, number) => ({
  id: sampleId(3, number),
  name,
  account: '',
  place: `${(number + 1) * 37}`,
  inRange: true,
}));

const branches = ['研发中心', '市场部', '人力资源部', '财务部', '海外事业部'];
const teams = ['平台部', '终端部', '质量部', '华东区', '华南区', 'Düsseldorf', '东京支社'];

function departmentsOf(): TreeNodeRow[] {
  const root: TreeNodeRow = {
    id: sampleId(4, 0),
    parentId: null,
    name: '海川科技集团',
    leaf: false,
    count: 40_213,
    inRange: true,
    enabled: true,
  };
  const all = [root];
  for (const [at, name] of branches.entries()) {
    const branch = { ...root, id: sampleId(4, 100 * (at + 1)), parentId: root.id, name, count: 3_000 - at * 411, inRange: at !== 3 };
    all.push(branch);
    for (const [number, team] of teams.entries())
      all.push({
        ...branch,
        id: sampleId(4, 100 * (at + 1) + number + 1),
        parentId: branch.id,
        name: number === 2 ? `${team}（${name}质量保证与自动化测试联合小组，含外包）` : team,
        leaf: true,
        count: 12 + number * 31,
        enabled: number !== 4,
      });
  }
  return all;
}

/** Departments of the gallery, each level in its order; a move holds until the page is loaded again. */
let departments = departmentsOf();

const fullNameOf = (node: TreeNodeRow): string => {
  const above = departments.find(({ id }) => id === node.parentId);
  return above ? `${fullNameOf(above)} / ${node.name}` : node.name;
};

const pathOf = (id: string): string[] => {
  const node = departments.find((one) => one.id === id);
  return node?.parentId ? [...pathOf(node.parentId), node.parentId] : [];
};

const found = <C extends { id: string; name: string; account: string }>(
  all: readonly C[],
  text: string | undefined,
  ids: readonly string[] | undefined,
): C[] =>
  all
    .filter(({ id, name, account }) => ids?.includes(id) ?? `${name} ${account}`.toLowerCase().includes(text?.toLowerCase() ?? ''))
    .slice(0, 20);

/** Answers the calls of the pickers and of the tree. */
export function servePeople(): void {
  serve(pickPeople, ({ text, ids }) => ({ list: found(people, text, ids) }));
  serve(pickCrowds, ({ text, ids }) => ({ list: found(crowds, text, ids) }));
  serve(pickDepartments, ({ parentId, text, ids, of }) => {
    const named = departments.map((node) => ({ ...node, fullName: fullNameOf(node) }));
    if (of !== undefined) return { list: pathOf(of).flatMap((id) => named.filter((node) => node.id === id)) };
    if (ids) return { list: named.filter(({ id }) => ids.includes(id)) };
    if (text !== undefined) return { list: named.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).slice(0, 20) };
    return { list: named.filter((node) => node.parentId === (parentId ?? null)) };
  });
  serve(treeMove, ({ id, parentId, beforeId }) => {
    const moved = departments.find((node) => node.id === id);
    if (!moved) return null;
    const others = departments.filter((node) => node.id !== id);
    const at = beforeId === null ? others.length : others.findIndex((node) => node.id === beforeId);
    departments = others.toSpliced(at, 0, { ...moved, parentId });
    return null;
  });
}
