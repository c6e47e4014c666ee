import { nobody, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import { department, hidden, list, one, page, person, refused } from '../../../../tests/conformance/range/asking.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

/** How people are asked for what lies outside. */
export const peopleRanges: Readonly<Record<string, Sample>> = {
  'muc/batchGet': hidden(
    (world) => ({ employees: [person(world.outside), person(world.inside)], departments: [department(world.outside)] }),
    () => ['外部人员', '外部公司'],
  ),
  'muc/pick/employee': hidden({ text: '人员' }, (world) => [person(world.outside)]),
  'muc/pick/department': hidden({ depth: 3 }, (world) => [department(world.outside)]),
  'muc/employee/list': hidden(page, (world) => [person(world.outside)]),
  'muc/employee/get': one('id', (world) => person(world.outside)),
  'muc/employee/sources': one('id', (world) => person(world.outside)),
  'muc/employee/signIn': one('id', (world) => person(world.outside)),
  'muc/employee/add': refused((world) => {
    const draft = { account: 'range-new', name: 'New', assignments: [{ departmentId: department(world.inside), primary: true }] };
    const beside = { departmentId: department(world.outside), primary: false };
    return [
      { ...draft, assignments: [{ ...beside, primary: true }] },
      { ...draft, assignments: [...draft.assignments, beside] },
      { ...draft, assignments: [...draft.assignments, { ...beside, departmentId: nobody }] },
      { ...draft, managerId: person(world.outside) },
      { ...draft, managerId: nobody },
      { ...draft, dottedManagerIds: [person(world.inside), person(world.outside)] },
      { ...draft, employmentType: 'service', ownerId: person(world.outside), expiresAt: Date.now() + 86_400_000 },
    ];
  }),
  'muc/employee/update': refused((world) => {
    const { id, version } = world.inside.person;
    const assignments = [
      { departmentId: department(world.inside), primary: true },
      { departmentId: department(world.outside), primary: false },
    ];
    return [
      { ...world.outside.person, title: 'Mine' },
      { id: nobody, version: 1, title: 'Mine' },
      { id, version, assignments },
      { id, version, managerId: person(world.outside) },
      { id, version, dottedManagerIds: [person(world.outside)] },
    ];
  }),
  'muc/employee/enable': list('ids', person),
  'muc/employee/disable': list('ids', person),
  'muc/employee/delete': list('ids', person),
  'muc/employee/restore': list('ids', (side) => side.deleted),
  'muc/employee/purge': list('ids', (side) => side.deleted),
  'muc/employee/password/update': one('id', (world) => person(world.outside), { mode: 'oneTime' }),
  'muc/employee/unlock': list('ids', person),
  'muc/employee/session/end': list('ids', person),
  'muc/employee/unmask': one('id', (world) => person(world.outside), { field: 'mobile', reason: 'x' }),
  'muc/employee/batchUpdate/preview': refused((world) => [
    ...listOf(world, { set: { title: 'Mine' } }),
    { ids: [person(world.inside)], set: { primaryDepartmentId: department(world.outside) } },
    { ids: [person(world.inside)], set: { managerId: person(world.outside) } },
  ]),
  'muc/employee/batchUpdate': refused((world) => [
    ...listOf(world, { set: { title: 'Mine' }, expected: 1 }),
    { ids: [person(world.inside)], set: { primaryDepartmentId: department(world.outside) }, expected: 1 },
    { ids: [person(world.inside)], set: { managerId: person(world.outside) }, expected: 1 },
  ]),
  'muc/employee/import/preview': {
    free: 'A file names departments by their names: rows outside are refused lines, tested with the import',
  },
  'muc/employee/export': list('ids', person),
};

function listOf(world: World, more: Values): Values[] {
  const [good, bad] = [person(world.inside), person(world.outside)];
  return [[bad], [good, bad], [good, nobody]].map((ids) => ({ ids, ...more }));
}

/** How departments are. */
export const departmentRanges: Readonly<Record<string, Sample>> = {
  'muc/dept/tree': hidden({ depth: 3 }, (world) => [department(world.outside)]),
  'muc/dept/list': hidden({ ...page, text: '的部门' }, (world) => [department(world.outside)]),
  'muc/dept/get': one('id', (world) => department(world.outside)),
  'muc/dept/add': refused((world) => [
    { parentId: department(world.outside), name: { zh_CN: '新' } },
    { parentId: nobody, name: { zh_CN: '新' } },
    { parentId: department(world.inside), name: { zh_CN: '新' }, managerIds: [person(world.outside)] },
    { parentId: department(world.inside), name: { zh_CN: '新' }, deputyIds: [person(world.inside), nobody] },
  ]),
  'muc/dept/update': refused((world) => [
    { ...world.outside.department, phone: '1' },
    { id: nobody, version: 1, phone: '1' },
    { ...world.inside.department, managerIds: [person(world.outside)] },
  ]),
  'muc/dept/enable': list('ids', department),
  'muc/dept/disable': list('ids', department),
  'muc/dept/delete': refused((world) => [
    ...[[department(world.outside)], [department(world.inside), department(world.outside)], [nobody]].map((ids) => ({ ids })),
    { ids: [department(world.inside)], moveTo: department(world.outside) },
    { ids: [department(world.inside)], moveTo: nobody },
  ]),
  'muc/dept/move/preview': refused((world) => [
    { id: department(world.outside), parentId: department(world.inside) },
    { id: department(world.inside), parentId: department(world.outside) },
    { id: department(world.inside), parentId: nobody },
  ]),
  'muc/dept/move': refused((world) => [
    { ...world.outside.department, parentId: department(world.inside) },
    { ...world.inside.department, parentId: department(world.outside) },
    { ...world.inside.department, parentId: nobody },
  ]),
};
