import { mamRole, widgetRole } from '../common/role.contract.ts';
import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { newLink, relatedVersion } from './tries.ts';

type Pair = Record<'inside' | 'outside', string>;

let made = 0;
const word = (): string => `range_widget_${(made += 1)}`;
const page = { pageNum: 1, pageSize: 200 };

interface Made {
  widget: Pair;
  version: Pair;
  relation: Pair;
  mam: Pair;
  own: Pair;
}
const worldOf = oncePerWorld(make);
async function make({ house, boss, inside, outside }: World): Promise<Made> {
  const of = async (side: World['inside']) => {
    const ownerDeptId = side.department.id;
    const version = await relatedVersion(house, ownerDeptId);
    const widget = await newLink(house, ownerDeptId);
    const draft = () => ({ name: word(), code: word(), ownerDeptId });
    return {
      widget,
      version: version.id,
      relation: version.relationId,
      mam: (await boss.call(mamRole.save, draft())).roleId,
      own: (await boss.call(widgetRole.save, { ...draft(), widgetId: widget })).roleId,
    };
  };
  const [here, there] = [await of(inside), await of(outside)];
  const pair = (name: keyof typeof here): Pair => ({ inside: here[name], outside: there[name] });
  return { widget: pair('widget'), version: pair('version'), relation: pair('relation'), mam: pair('mam'), own: pair('own') };
}

const refused = (inputs: (made: Made, world: World) => readonly Values[]): Sample => ({
  refused: async (world) => inputs(await worldOf(world), world),
});
const one = (kind: keyof Made, name: string, more: Values = {}): Sample =>
  refused((all) => [all[kind].outside, nobody].map((id) => ({ [name]: id, ...more })));
const many = (kind: keyof Made, more: Values = {}): Sample =>
  refused((all) => [[all[kind].outside], [all[kind].inside, all[kind].outside], [nobody]].map((ids) => ({ ids, ...more })));
const hidden = (kind: keyof Made, input: Values = page, counted = true): Sample => ({
  hidden: async (world) => ({ input, ids: [(await worldOf(world))[kind].outside], counted }),
});
const people = ({ inside, outside }: World): Values[] =>
  [[outside.person.id], [inside.person.id, outside.person.id], [inside.person.id, nobody]].map((ids) => ({ ids }));
const given = (kind: 'mam' | 'own', inputs: (world: World) => readonly Values[]): Sample =>
  refused((all, world) => inputs(world).map((input) => ({ roleId: all[kind].inside, ...input })));

const holding = (path: string, kind: 'mam' | 'own'): Readonly<Record<string, Sample>> => ({
  [`${path}/list`]: hidden(kind),
  [`${path}/search`]: hidden(kind, {}, false),
  [`${path}/find`]: one(kind, 'roleId'),
  [`${path}/getOrgRolePaged`]: refused((_, world) => [world.outside.department.id, nobody].map((deptId) => ({ ...page, deptId }))),
  [`${path}/update`]: one(kind, 'roleId', { version: 1, description: 'Mine' }),
  [`${path}/copy`]: refused((all) => [{ roleId: all[kind].outside, name: word(), code: word() }]),
  [`${path}/delete`]: many(kind),
  [`${path}/enable`]: many(kind),
  [`${path}/disable`]: many(kind),
  [`${path}/getRoleEmpList`]: one(kind, 'roleId', page),
  [`${path}/getRoleDeptList`]: one(kind, 'roleId', page),
  [`${path}/getRoleGroupList`]: one(kind, 'roleId', page),
  [`${path}/search/roleEmpList`]: { free: 'Holders in range alone; tests/access holds it for every area' },
  [`${path}/assignEmployees`]: given(kind, people),
  [`${path}/assignDepartments`]: given(kind, (world) => [{ ids: [world.outside.department.id] }, { ids: [nobody] }]),
  [`${path}/assignCrowds`]: given(kind, () => [{ ids: [nobody] }]),
  [`${path}/removeMembers`]: given(kind, (world) => people(world).map((input) => ({ kind: 'employee', ...input }))),
  [`${path}/resources`]: one(kind, 'roleId'),
});

/** How calls of widgets are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  ...holding('role/mam', 'mam'),
  ...holding('role/widget', 'own'),
  'role/mam/save': refused((_, world) => [{ name: word(), code: word(), ownerDeptId: world.outside.department.id }]),
  'role/widget/save': refused((all, world) => [
    { name: word(), code: word(), ownerDeptId: world.outside.department.id, widgetId: all.widget.inside },
    { name: word(), code: word(), ownerDeptId: world.inside.department.id, widgetId: all.widget.outside },
  ]),
  'role/mam/saveResources': refused((all) => [
    { roleId: all.mam.outside, version: 1, codes: [] },
    { roleId: nobody, version: 1, codes: [] },
    { roleId: all.mam.inside, version: 1, codes: [`widget:${all.widget.outside}`] },
  ]),
  'role/widget/saveResources': one('own', 'roleId', { version: 1, functions: [] }),
  'role/mam/export': { free: 'The job shows what the list of app roles shows' },
  'role/mam/exportHolders': { free: 'The job shows whom the list of holders shows' },
  'role/mam/exportMembers': { free: 'The job shows whom the list of members shows' },
  'role/mam/exportDepartments': { free: 'The job shows what the list of departments shows' },
  'role/mam/importDepartments': { free: 'Departments outside the range become refused lines of the plan' },
  'role/mam/exportCrowds': { free: 'The job shows what the list of dynamic groups shows' },
  'role/mam/importCrowds': { free: 'Dynamic groups outside the range become refused lines of the plan' },
  'role/mam/importMembers': { free: 'Accounts outside the range become refused lines of the plan' },
  'role/mam/explain': refused((all, world) => [
    { empId: world.outside.person.id, widgetId: all.widget.inside },
    { empId: world.inside.person.id, widgetId: all.widget.outside },
    { empId: nobody, widgetId: all.widget.inside },
  ]),
  'mam/widget/online': many('widget'),
  'mam/widget/offline': many('widget'),
  'mam/widget/secret/rotate': one('widget', 'id', { version: 1 }),
  'mam/widget/usedBy': one('widget', 'id'),
  'mam/widget/stat': one('widget', 'id'),
  'mam/widget/check': one('widget', 'id'),
  'mam/widgetVersion/list': hidden('version'),
  'mam/widgetVersion/get': one('version', 'id'),
  'mam/widgetVersion/history': one('widget', 'widgetId'),
  'mam/widgetVersion/diff': one('version', 'id', { otherId: nobody }),
  'mam/widgetVersion/add': refused((all) => [all.widget.outside, nobody].map((widgetId) => ({ widgetId, fileId: nobody }))),
  'mam/widgetVersion/update': one('version', 'id', { version: 1, mode: 'forced' }),
  'mam/widgetVersion/delete': many('version'),
  'mam/widgetVersion/online': many('version'),
  'mam/widgetVersion/offline': many('version'),
  'mam/widgetVersion/rollback': one('version', 'id', { reason: 'x' }),
  'mam/widgetVersion/download': one('version', 'id'),
  'mam/widgetRollout/get': one('version', 'versionId'),
  'mam/widgetRollout/save': one('version', 'versionId', { stages: [{ percent: 10 }] }),
  'mam/widgetRollout/start': one('version', 'versionId', { stages: [{ percent: 10 }] }),
  ...Object.fromEntries(
    ['advance', 'pause', 'resume', 'halt', 'finish', 'cancel'].map((step) => [`mam/widgetRollout/${step}`, one('version', 'versionId')]),
  ),
  'mam/widgetRelation/list': hidden('relation', {}, false),
  'mam/widgetRelation/save': one('version', 'widgetVersionId', { rows: [] }),
  'mam/widgetRelation/delete': many('relation'),
};
