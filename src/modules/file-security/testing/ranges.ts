import { randomUUID } from 'node:crypto';
import { mdmRole } from '../common/role.contract.ts';
import { whiteUser } from '../common/white-user.contract.ts';
import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import { peopleOutside as people, roleOnBothSides } from '../../../../tests/conformance/range/role-on-both-sides.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

type Side = World['inside'];

let made = 0;
const page = { pageNum: 1, pageSize: 200 };
const refused = (refusing: (world: World) => readonly Values[] | Promise<readonly Values[]>): Sample => ({ refused: refusing });

const { role, ofRole } = roleOnBothSides(mdmRole);

const until = Date.now() + 20 * 86_400_000;
/** An entry of the allow list for a new person on one side. */
const white = async (world: World, side: Side): Promise<string> => {
  const employeeId = await world.house.person([side.department.id]);
  return (await world.boss.call(whiteUser.add, { employeeId, reason: 'x', until })).id;
};
const entries = oncePerWorld(async (world) => ({ inside: await white(world, world.inside), outside: await white(world, world.outside) }));

/** A file, a decision, a print and a screenshot of somebody outside, as terminals cause them. */
const traces = oncePerWorld(async ({ house, outside }) => {
  const { pool } = house.product.database;
  const [fileId, printId, ref] = [randomUUID(), randomUUID(), `R${String((made += 1)).padStart(7, '2')}`];
  const now = Date.now();
  await pool.query(
    `insert into file (id, hash, name, type, size, purpose, owner, created_at) values ($1, $2, 'foreign.txt', 'text/plain', 1, 'im', $3, $4)`,
    [fileId, fileId.replaceAll('-', '').repeat(2), outside.person.id, now],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into file_decision (ref, at, employee_id, action, occasion, file_id, file_name, platform, facts, verdict, step, conditions, steps, set_number)
     values ($1, $2, $3, 'download', 'ticket', $4, 'foreign.txt', 2, '{}', 'allow', 'rules',
       '{"watermark": false, "container": false, "readOnly": false, "perDay": null, "reasonAsked": false}', '{"steps": [], "observed": [], "later": []}', 1)
     returning id::text as id`,
    [ref, now, outside.person.id, fileId],
  );
  await pool.query(
    `insert into file_print (id, at, employee_id, platform, file_id, file_name, level, result, ref) values ($1, $2, $3, 2, $4, 'foreign.txt', 1, 'open', $5)`,
    [printId, now, outside.person.id, fileId, ref],
  );
  const { rows: screens } = await pool.query<{ id: string }>(
    `insert into file_screenshot (install_id, event_id, at, reported_at, employee_id, platform, kind, place, prevented, file_name)
     values ('x', $1, $2, $2, $3, 2, 'screenshot', 'files', false, '') returning id::text as id`,
    [ref, now, outside.person.id],
  );
  return { fileId, ref, decision: rows[0]!.id, print: printId, screen: screens[0]!.id };
});

const named = 'Roles of other departments are named in roles-outside.test.ts';
const hiddenMember = (id: (world: World) => string): Sample => ({
  hidden: async (world) => ({ input: { ...page, roleId: (await role(world)).roleId }, ids: [id(world)], counted: true }),
});
const config = refused(({ outside }) => [{ empId: outside.person.id }, { empId: nobody }, { roleId: nobody }]);

const roles: Readonly<Record<string, Sample>> = {
  'role/mdm/list': { free: named },
  'role/mdm/search': { free: named },
  'role/mdm/find': { free: named },
  'role/mdm/getOrgRolePaged': refused(({ outside }) => [
    { ...page, deptId: outside.department.id },
    { ...page, deptId: nobody },
  ]),
  'role/mdm/save': { free: named },
  'role/mdm/copy': { free: named },
  'role/mdm/update': refused(async (world) => [{ ...(await role(world)), expiresAt: until }]),
  'role/mdm/delete': refused(async (world) => [{ ids: [(await role(world)).roleId] }]),
  'role/mdm/enable': { free: 'What switching on reaches is what switching off reaches' },
  'role/mdm/disable': refused(async (world) => [{ ids: [(await role(world)).roleId] }]),
  'role/mdm/getRoleEmpList': hiddenMember(({ outside }) => outside.person.id),
  'role/mdm/getRoleDeptList': hiddenMember(({ outside }) => outside.department.id),
  'role/mdm/getRoleGroupList': { free: 'There are no crowds yet' },
  'role/mdm/search/roleEmpList': hiddenMember(({ outside }) => outside.person.id),
  'role/mdm/assignEmployees': ofRole(people),
  'role/mdm/assignDepartments': ofRole(({ outside }) => [{ ids: [outside.department.id] }, { ids: [nobody] }]),
  'role/mdm/assignCrowds': ofRole(() => [{ ids: [nobody] }]),
  'role/mdm/removeMembers': ofRole((world) => people(world).map((one) => ({ kind: 'employee', ...one }))),
  'role/mdm/exportMembers': { free: 'The job shows whom the list of members shows; tests/access/reviews.test.ts' },
  'role/mdm/importMembers': { free: 'Accounts outside the range become refused lines of the plan; tests/access/reviews.test.ts' },
  'role/mdm/resources': { free: named },
  'role/mdm/saveResources': refused(async (world) => [{ ...(await role(world)), functions: [] }]),
  'user/role/group/config/query': config,
  'user/role/signUnlockEnabled/config/query': config,
  'user/role/unbind/config/query': config,
  'user/role/device/bind/config': config,
  'user/role/group/config/update': refused(async (world) => [
    { ...(await role(world)), groups: { unbind: { selfUnbind: 0, needsApproval: 0, coolDownHours: 0, eraseOnUnbind: null } } },
  ]),
};

const lists: Readonly<Record<string, Sample>> = {
  'security/file/whiteListUser/list': {
    hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await entries(world)).outside], counted: true }),
  },
  'security/file/whiteListUser/get': refused(async (world) => [{ id: (await entries(world)).outside }, { id: nobody }]),
  'security/file/whiteListUser/add': refused(({ outside }) => [
    { employeeId: outside.person.id, reason: 'x', until },
    { departmentId: outside.department.id, reason: 'x', until },
    { employeeId: nobody, reason: 'x', until },
  ]),
  'security/file/whiteListUser/update': refused(async (world) => [
    { id: (await entries(world)).outside, version: 1, reason: 'y' },
    { id: nobody, version: 1, reason: 'y' },
  ]),
  'security/file/whiteListUser/delete': refused(async (world) => {
    const { inside, outside } = await entries(world);
    return [[outside], [inside, outside], [inside, nobody]].map((ids) => ({ ids }));
  }),
  'security/file/whiteListUser/export': { free: 'the job reads what the list shows' },
  'security/file/whiteListUser/import/preview': { free: 'Accounts outside the range become refused lines of the plan' },
  'print/export': { free: 'the job reads what the list shows' },
  'screenshot/export': { free: 'the job reads what the list shows' },
  'security/file/watermark/find': { free: 'A code of somebody outside reads like none (18231); tests/file-security' },
  'security/file/encryption/test': refused(() => [{ deviceId: nobody }]),
  'security/file/outerNet/get': { free: 'Holds the whole company; of those who are excepted outside the range a word is shown' },
  'security/file/simulate': refused(({ inside, outside }) => [
    { case: { employeeId: outside.person.id, action: 'download', file: {} } },
    { case: { employeeId: inside.person.id, action: 'send', file: {}, recipientIds: [outside.person.id] } },
    { case: { employeeId: nobody, action: 'download', file: {} } },
  ]),
  'security/file/decision/list': { hidden: async (world) => ({ input: {}, ids: [(await traces(world)).decision] }) },
  'security/file/decision/get': { free: 'A code of somebody outside reads like none (18231); tests/file-security' },
  'security/file/trail': refused(async (world) => [
    { fileId: (await traces(world)).fileId, reason: 'x' },
    { fileId: nobody, reason: 'x' },
  ]),
  'security/file/level': refused(async (world) => [
    { fileIds: [(await traces(world)).fileId], level: 2, reason: 'x' },
    { fileIds: [nobody], level: 2, reason: 'x' },
  ]),
  'print/query/list': { hidden: async (world) => ({ input: {}, ids: [(await traces(world)).print] }) },
  'screenshot/query/list': { hidden: async (world) => ({ input: {}, ids: [(await traces(world)).screen] }) },
};

/** How device roles, the allow list and the logs of files are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = { ...roles, ...lists };
