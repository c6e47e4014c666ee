import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import { department, hidden, list, one, page, person, refused } from '../../../../tests/conformance/range/asking.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

const members = (pick: (side: World['outside']) => string): Sample => list('ids', pick, (world) => ({ roleId: world.shared.id }));

/** How roles and tokens are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
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
