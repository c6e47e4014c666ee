import { areas } from './areas.ts';
import type { World } from './world.ts';

type Values = Record<string, unknown>;

/**
 * How an operation with a data range is asked for what lies outside.
 * `refused`: inputs that name something outside (or nothing at all) and are answered 10910, or as said.
 * `hidden`: an input under which a super administrator sees these ids, and the administrator of the north does not.
 * `free`: why there is nothing outside to ask for.
 */
export type Sample =
  | { refused: (world: World) => readonly Values[] | Promise<readonly Values[]>; code?: number }
  | { hidden: (world: World) => Hidden | Promise<Hidden> }
  | { free: string };

interface Hidden {
  input: Values;
  ids: readonly string[];
  counted?: boolean;
}

/** An id that nobody has. */
export const nobody = '01a00000-0000-7000-8000-00000000dead';

const refused = (inputs: (world: World) => readonly Values[], code?: number): Sample => ({
  refused: inputs,
  ...(code !== undefined && { code }),
});
const hidden = (input: Values | ((world: World) => Values), ids: (world: World) => readonly string[], counted = true): Sample => ({
  hidden: (world) => ({ input: typeof input === 'function' ? input(world) : input, ids: ids(world), counted }),
});
/** One at `name`: outside, and an id of nobody. */
const one = (name: string, pick: (world: World) => string, more: Values | ((world: World) => Values) = {}): Sample =>
  refused((world) => {
    const others = typeof more === 'function' ? more(world) : more;
    return [
      { ...others, [name]: pick(world) },
      { ...others, [name]: nobody },
    ];
  });
/** A list at `name`: outside alone, one bad among good, and an id of nobody. */
const list = (name: string, pick: (side: World['outside']) => string, more: Values | ((world: World) => Values) = {}): Sample =>
  refused((world) => {
    const others = typeof more === 'function' ? more(world) : more;
    const [good, bad] = [pick(world.inside), pick(world.outside)];
    return [[bad], [good, bad], [bad, good], [good, nobody]].map((ids) => ({ ...others, [name]: ids }));
  });
const person = (side: World['outside']): string => side.person.id;
const department = (side: World['outside']): string => side.department.id;
const page = { pageNum: 1, pageSize: 200 };

const people: Readonly<Record<string, Sample>> = {
  'muc/batchGet': hidden(
    (world) => ({ employees: [person(world.outside), person(world.inside)], departments: [department(world.outside)] }),
    () => ['外部人员', '外部公司'],
  ),
  'audience/count': hidden(
    (world) => ({ rows: [{ kind: 'employee', id: person(world.outside) }] }),
    (world) => [person(world.outside)],
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

const departments: Readonly<Record<string, Sample>> = {
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

const members = (pick: (side: World['outside']) => string): Sample => list('ids', pick, (world) => ({ roleId: world.shared.id }));

const roles: Readonly<Record<string, Sample>> = {
  'role/sys/list': hidden(page, () => ['外部公司'], false),
  'role/sys/search': hidden({}, (world) => [world.foreign.id]),
  'role/sys/find': one('roleId', (world) => world.foreign.id),
  'role/sys/getOrgRolePaged': one('deptId', (world) => department(world.outside), page),
  'role/sys/save': refused((world) =>
    [department(world.outside), nobody, null].map((ownerDeptId) => ({ name: 'New', code: 'range_new', ownerDeptId })),
  ),
  'role/sys/copy': refused((world) => [{ roleId: world.foreign.id, name: 'Copy', code: 'range_copy' }]),
  'role/sys/update': refused(({ shared }) => [{ roleId: shared.id, version: shared.version, expiresAt: Date.now() + 1000 }]),
  'role/sys/delete': refused(({ shared }) => [{ ids: [shared.id] }]),
  'role/sys/enable': { free: 'What switching on reaches is what switching off reaches; tests/access' },
  'role/sys/disable': refused(({ shared }) => [{ ids: [shared.id] }]),
  'role/sys/getRoleEmpList': hidden(
    ({ shared }) => ({ ...page, roleId: shared.id }),
    (world) => [person(world.outside)],
  ),
  'role/sys/getRoleDeptList': hidden(
    ({ shared }) => ({ ...page, roleId: shared.id }),
    () => ['外部公司'],
  ),
  'role/sys/getRoleGroupList': { free: 'There are no crowds yet' },
  'role/sys/search/roleEmpList': hidden(page, (world) => [person(world.outside)]),
  'role/sys/assignEmployees': members(person),
  'role/sys/assignDepartments': members(department),
  'role/sys/assignCrowds': refused(({ shared }) => [{ roleId: shared.id, ids: [nobody] }]),
  'role/sys/removeMembers': refused((world) =>
    [
      { kind: 'employee', ids: [person(world.outside)] },
      { kind: 'employee', ids: [person(world.inside), person(world.outside)] },
      { kind: 'employee', ids: [nobody] },
      { kind: 'department', ids: [department(world.outside)] },
    ].map((input) => ({ roleId: world.shared.id, ...input })),
  ),
  'role/sys/resources': one('roleId', (world) => world.foreign.id),
  'role/sys/saveResources': refused(({ shared }) => [{ roleId: shared.id, version: shared.version, codes: [] }]),
  'role/sys/ranges': one('roleId', (world) => world.foreign.id),
  'role/sys/saveRanges': refused(({ shared, outside }) => [
    { roleId: shared.id, version: shared.version, range: { kind: 'self' } },
    { roleId: shared.id, version: shared.version, range: { kind: 'chosen', departmentIds: [department(outside)] } },
  ]),
  'sys/addressRule/simulate': one('empId', (world) => person(world.outside), { address: '10.1.2.3' }),
  'role/sys/resetFactor': one('empId', (world) => person(world.outside), { reason: 'lost' }),
  'role/explain': one('empId', (world) => person(world.outside), { code: 'muc_user_management' }),
  'role/whoCan': hidden({ ...page, code: 'muc_user_management' }, (world) => [person(world.outside)]),
  'role/preview': refused(({ shared, outside }) => [
    { roleId: shared.id, add: [{ kind: 'employee', id: person(outside) }] },
    { roleId: shared.id, remove: [{ kind: 'department', id: department(outside) }] },
    { roleId: shared.id, add: [{ kind: 'employee', id: nobody }] },
    { roleId: shared.id, range: { kind: 'chosen', departmentIds: [department(outside)] } },
  ]),
  'role/sys/endSession': list('ids', person),
  'role/sys/reactivate': list('ids', person),
  'role/viewAs': one('empId', (world) => person(world.outside)),
  'role/reviewExport': { free: 'The job shows whom the list of administrators shows; tests/access/reviews.test.ts' },
  'role/sys/exportHolders': { free: 'The job shows whom the list of administrators shows; tests/access/reviews.test.ts' },
  'role/sys/exportMembers': { free: 'The job shows whom the list of members shows; tests/access/reviews.test.ts' },
  'role/sys/importMembers': { free: 'Accounts outside the range become refused lines of the plan; tests/access/reviews.test.ts' },
  'sys/token/list': { free: 'The tokens of people in range alone; tests/access/tokens.test.ts' },
  'sys/token/codes': one('employeeId', (world) => person(world.outside)),
  'sys/token/add': one('employeeId', (world) => person(world.outside), {
    name: 'Range',
    codes: ['muc_user_management'],
    expiresAt: Date.now() + 86_400_000,
  }),
  'sys/token/delete': refused(() => [{ ids: [nobody] }]),
};

/** What belongs to nobody whom one may know of is simply not there. */
const missing = 10404;

const changes: Readonly<Record<string, Sample>> = {
  'journal/list': hidden({ pageSize: 500 }, (world) => [person(world.outside), world.outside.batch], false),
  'journal/batch/list': hidden({ pageSize: 500 }, (world) => [world.outside.batch], false),
  'journal/batch/get': refused((world) => [{ id: world.outside.batch }, { id: nobody }], missing),
  'journal/revert/preview': refused((world) => targets(world), missing),
  'journal/revert': refused((world) => targets(world), missing),
  'sys/recycleBin/list': hidden(page, (world) => [world.outside.deleted], false),
  'sys/recycleBin/restore': refused((world) => deletions(world), missing),
  'sys/recycleBin/purge': refused((world) => deletions(world), missing),
  'plan/get': refused(({ plan }) => [{ id: plan }, { id: nobody }], missing),
  'plan/items': refused(({ plan }) => [{ planId: plan }, { planId: nobody }], missing),
  'plan/items/export': refused(({ plan }) => [{ planId: plan }, { planId: nobody }], missing),
  'plan/apply': refused(({ plan }) => [{ id: plan, expected: { change: 1 } }], missing),
  'plan/release': refused(({ plan }) => [{ id: plan, reason: 'Mine' }], missing),
  'plan/discard': refused(({ plan }) => [{ id: plan }], missing),
  'change/request/list': hidden({ tab: 'all' }, ({ request }) => [request], false),
  'change/request/choices': hidden({}, () => ['employee.batchUpdate'], false),
  'change/request/get': refused(({ request }) => [{ id: request }, { id: nobody }], missing),
  'change/request/approve': refused(({ request }) => [{ id: request, version: 1 }], missing),
  'change/request/reject': refused(({ request }) => [{ id: request, version: 1, comment: 'Not at all' }], missing),
  'change/request/withdraw': refused(({ request }) => [{ id: request, version: 1 }], missing),
  'change/request/comment': refused(({ request }) => [{ id: request, comment: 'No' }], missing),
  'change/request/bypass': refused(({ request }) => [{ id: request, version: 1, comment: 'Right now, please' }], missing),
  'change/request/review': refused(({ request }) => [{ id: request, version: 1, agree: true, comment: 'Yes' }], missing),
  'change/request/delegate': one('toId', (world) => person(world.outside), { until: Date.now() + 3_600_000 }),
  'recycle/list': hidden(page, (world) => [world.outside.deleted]),
  'recycle/kinds': { free: 'It answers counts under the condition of the list (src/modules/recycle-bin/server/recycle.test.ts)' },
  'recycle/get': refused((world) => [{ id: world.outside.deletion }, { id: nobody }], missing),
  'recycle/restore/preview': refused((world) => binned(world), missing),
  'recycle/restore': refused((world) => binned(world), missing),
  'recycle/purge': refused((world) => binned(world), missing),
  'recycle/hold': refused((world) => binned(world), missing),
};

const logs: Readonly<Record<string, Sample>> = {
  'logs/operation/list': hidden(
    ({ builtAt }) => ({ pageSize: 500, to: builtAt }),
    (world) => [person(world.outside), world.outside.batch, world.outside.logged],
  ),
  'logs/operation/get': one('id', (world) => world.outside.logged),
  'logs/operation/histogram': { free: 'it answers counts; that they leave out foreign rows is a test of the module' },
  'logs/operation/object': hidden(
    (world) => ({ objectKind: 'employee', objectId: person(world.outside) }),
    (world) => [person(world.outside), world.outside.batch],
    false,
  ),
  'logs/archive/changes': refused(() => [{ id: nobody }], 10404),
  'logs/seal/proof': one('id', (world) => world.outside.logged),
  'logs/read/list': hidden({ pageSize: 500 }, (world) => [world.stranger.uid], false),
  'logs/export': {
    free: 'its file holds the rows of the list in the range of the right to export; that foreign rows stay out is a test of the module',
  },
  'logs/login/console/list': hidden({ pageSize: 500 }, (world) => [world.stranger.uid, world.stranger.session]),
  'logs/login/console/get': one('id', (world) => world.stranger.line),
  'logs/login/client/list': { free: 'the world of this test signs nobody in at a terminal' },
  'logs/login/client/get': refused(() => [{ id: nobody }]),
  'logs/login/summary': { free: 'it answers counts; that they leave out foreign lines is a test of the module' },
  'logs/login/endSession': one('sessionId', (world) => world.stranger.session),
  'logs/login/unlock': one('uid', (world) => world.stranger.uid),
  'logs/operation/around': { free: 'it answers the rows of the list around a moment; that foreign ones stay out is a test of the module' },
  'logs/operation/unmask': one('id', (world) => world.outside.logged, { lineId: nobody, field: 'mobile', reason: 'Out of range' }),
  'logs/tail': { free: 'it follows the rows of the list in its range, as a stream that does not end' },
  'logs/operation/revert/preview': one('id', (world) => world.outside.logged),
  'logs/operation/revert': one('id', (world) => world.outside.logged),
};

function targets({ inside, outside }: World): Values[] {
  return [{ batchId: outside.batch }, { operationIds: [outside.line] }, { operationIds: [inside.line, outside.line] }];
}

function deletions({ inside, outside }: World): Values[] {
  return [[outside.deletion], [inside.deletion, outside.deletion], [nobody]].map((operationIds) => ({ operationIds }));
}

/** A sample for every operation that declares a data range and is not one of those that conventional.ts knows, by its path. */
export const samples: Readonly<Record<string, Sample>> = {
  ...people,
  ...departments,
  ...roles,
  ...changes,
  ...logs,
  ...areas,
};

/** Deletions as the page of the recycle bin names them. */
function binned(world: World): Values[] {
  return deletions(world).map(({ operationIds }) => ({ ids: operationIds }));
}
