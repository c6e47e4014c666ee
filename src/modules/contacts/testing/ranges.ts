import { contactRole } from '../common/role.contract.ts';
import { belongsSave, specialUser } from '../common/special.contract.ts';
import { whiteAdd } from '../common/whitelist.contract.ts';
import { fieldList } from '../common/field.contract.ts';
import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

type Side = World['inside'];

let made = 0;
const word = (): string => `range_contact_${(made += 1)}`;
const page = { pageNum: 1, pageSize: 200 };
const person = ({ outside }: World): string => outside.person.id;
const department = ({ outside }: World): string => outside.department.id;
const refused = (refusing: (world: World) => readonly Values[] | Promise<readonly Values[]>): Sample => ({ refused: refusing });
const tomorrow = (): number => Date.now() + 86_400_000;
const draft = (side: Side) => ({ name: word(), code: word(), ownerDeptId: side.department.id });

/** What the world has of the contacts: a role and a rule of either side. */
interface Made {
  role: Record<'inside' | 'outside', string>;
  rule: Record<'inside' | 'outside', string>;
}
const own = oncePerWorld(make);
async function make({ boss, inside, outside }: World): Promise<Made> {
  const role = async (side: Side): Promise<string> => (await boss.call(contactRole.save, draft(side))).roleId;
  const rule = async (side: Side): Promise<string> => {
    const { roleId } = await boss.call(specialUser.save, { ...draft(side), mode: 'limited' });
    await boss.call(belongsSave, { roleId, parties: [{ kind: 'employee', id: side.person.id }] });
    return roleId;
  };
  return {
    role: { inside: await role(inside), outside: await role(outside) },
    rule: { inside: await rule(inside), outside: await rule(outside) },
  };
}
const white = async ({ boss }: World, side: Side): Promise<string> =>
  (
    await boss
      .call(whiteAdd, { memberKind: 'department', memberId: side.department.id, reason: 'x', until: tomorrow() })
      .catch(() => ({ id: nobody }))
  ).id;
const whites = new WeakMap<World, Promise<Record<'inside' | 'outside', string>>>();
const whiteOf = (world: World): Promise<Record<'inside' | 'outside', string>> => {
  const known =
    whites.get(world) ?? (async () => ({ inside: await white(world, world.inside), outside: await white(world, world.outside) }))();
  whites.set(world, known);
  return known;
};

type Area = keyof Made;
/** A role that lies outside, and one of nobody. */
const one = (area: Area, more: Values = {}): Sample =>
  refused(async (world) => [(await own(world))[area].outside, nobody].map((roleId) => ({ roleId, ...more })));
const list = (area: Area): Sample =>
  refused(async (world) => {
    const { inside, outside } = (await own(world))[area];
    return [[outside], [inside, outside], [nobody]].map((ids) => ({ ids }));
  });
/** A role of the own side, and others whom it is given. */
const given = (area: Area, inputs: (world: World) => readonly Values[]): Sample =>
  refused(async (world) => {
    const { inside } = (await own(world))[area];
    return inputs(world).map((input) => ({ roleId: inside, ...input }));
  });
const people = ({ inside, outside }: World): Values[] =>
  [[outside.person.id], [inside.person.id, outside.person.id], [inside.person.id, nobody]].map((ids) => ({ ids }));

const holding = (path: string, area: Area): Readonly<Record<string, Sample>> => ({
  [`${path}/list`]: { hidden: async (world) => ({ input: page, ids: [(await own(world))[area].outside], counted: true }) },
  [`${path}/search`]: { hidden: async (world) => ({ input: {}, ids: [(await own(world))[area].outside], counted: false }) },
  [`${path}/find`]: one(area),
  [`${path}/getOrgRolePaged`]: refused((world) => [department(world), nobody].map((deptId) => ({ ...page, deptId }))),
  [`${path}/save`]: refused((world) => [{ ...draft(world.outside), ...(area === 'rule' && { mode: 'hidden' }) }]),
  [`${path}/update`]: one(area, { version: 1, description: 'Mine' }),
  [`${path}/delete`]: list(area),
  [`${path}/enable`]: list(area),
  [`${path}/disable`]: list(area),
  [`${path}/getRoleEmpList`]: one(area, page),
  [`${path}/getRoleDeptList`]: one(area, page),
  [`${path}/getRoleGroupList`]: one(area, page),
  [`${path}/search/roleEmpList`]: { free: 'Holders in range alone; tests/access holds it for every area' },
  [`${path}/assignEmployees`]: given(area, people),
  [`${path}/assignDepartments`]: given(area, (world) => [{ ids: [department(world)] }, { ids: [nobody] }]),
  [`${path}/assignCrowds`]: given(area, () => [{ ids: [nobody] }]),
  [`${path}/removeMembers`]: given(area, (world) => people(world).map((input) => ({ kind: 'employee', ...input }))),
});

const roles: Readonly<Record<string, Sample>> = {
  ...holding('role/contact', 'role'),
  'role/contact/copy': refused(async (world) => [{ roleId: (await own(world)).role.outside, name: word(), code: word() }]),
  'role/contact/exportMembers': { free: 'The job shows whom the list of members shows' },
  'role/contact/importMembers': { free: 'Accounts outside the range become refused lines of the plan' },
  'role/contact/ranges': one('role', { kind: 'auth' }),
  'role/contact/rangeCount': one('role', { rows: [] }),
  'role/contact/reorder': refused(async (world) => [{ ids: [(await own(world)).role.inside] }, { ids: [nobody] }]),
  'role/contact/saveRanges': one('role', { version: 1, kind: 'auth', rows: [{ kind: 'self' }] }),
  'role/contact/resources': one('role'),
  'role/contact/saveResources': one('role', { version: 1, functions: [] }),
  'role/contact/users': { hidden: async (world) => ({ input: page, ids: [person(world)], counted: true }) },
  'role/contact/userCounts': refused(people),
  'role/contact/export': { free: 'The job shows what the list shows' },
  'role/contact/usersExport': { free: 'The job shows whom the list shows' },
};

const parties = (world: World): Values[] =>
  people(world).map(({ ids }) => ({ parties: (ids as string[]).map((id) => ({ kind: 'employee', id })) }));
const rules: Readonly<Record<string, Sample>> = {
  ...holding('role/cpd', 'rule'),
  'role/cpd/resources': one('rule'),
  'role/cpd/saveResources': one('rule', { version: 1, fields: [], deniedFunctions: ['number.dial'] }),
  'contact/special/enable': list('rule'),
  'contact/special/disable': list('rule'),
  'contact/special/reorder': refused(async (world) => [{ ids: [(await own(world)).rule.inside] }, { ids: [nobody] }]),
  'contact/special/belongs/list': one('rule', page),
  'contact/special/belongs/import': one('rule', { fileId: nobody }),
  'contact/special/belongs/save': given('rule', parties),
  'contact/special/belongs/remove': given('rule', parties),
};

const settings: Readonly<Record<string, Sample>> = {
  'contact/field/save': refused(async ({ boss }) => {
    const { version, fields } = await boss.call(fieldList, {});
    return [{ version, fields }];
  }),
  'contact/field/reset': refused(() => [{ version: 1 }]),
  'contact/config/update': refused(() => [{ version: 1, searchLimit: 77 }]),
  'contact/whitelist/list': { hidden: async (world) => ({ input: page, ids: [(await whiteOf(world)).outside], counted: true }) },
  'contact/whitelist/get': refused(async (world) => [{ id: (await whiteOf(world)).outside }, { id: nobody }]),
  'contact/whitelist/add': refused((world) =>
    [person(world), nobody].map((memberId) => ({ memberKind: 'employee', memberId, reason: 'x', until: tomorrow() })),
  ),
  'contact/whitelist/update': refused(async (world) =>
    [(await whiteOf(world)).outside, nobody].map((id) => ({ id, version: 1, includeHidden: true })),
  ),
  'contact/whitelist/delete': refused(async (world) => [{ ids: [(await whiteOf(world)).outside] }, { ids: [nobody] }]),
};

const seeing = (more: Values = {}): Sample => refused((world) => [person(world), nobody].map((asEmpId) => ({ asEmpId, ...more })));
const insight: Readonly<Record<string, Sample>> = {
  'contact/impact': refused(async (world) => {
    const { outside } = (await own(world)).role;
    return [outside, nobody].map((roleId) => ({ draft: { kind: 'role', roleId, state: 'disabled' } }));
  }),
  'contact/preview/tree': seeing(),
  'contact/preview/dept': seeing({ deptId: nobody }),
  'contact/preview/search': seeing({ text: 'a' }),
  'contact/preview/person': refused((world) => [
    { asEmpId: person(world), empId: world.inside.person.id },
    { asEmpId: world.inside.person.id, empId: person(world) },
    { asEmpId: world.inside.person.id, empId: nobody },
  ]),
  'contact/check': refused((world) => [
    { pairs: [{ viewerId: person(world), targetId: world.inside.person.id }] },
    { pairs: [{ viewerId: world.inside.person.id, targetId: person(world) }] },
    { pairs: [{ viewerId: world.inside.person.id, targetId: nobody }] },
  ]),
  'contact/viewers': refused((world) => [{ targetId: person(world) }, { targetId: nobody }]),
  'contact/trace/get': refused(() => [{ ref: 'ABCDEFGH' }]),
  'contact/reveal/list': { free: 'No terminal reveals anything yet; that foreign rows stay out is a condition of the list' },
  'contact/reveal/export': { free: 'The job shows what the list shows' },
  'contact/scrape/list': { free: 'No terminal opens cards yet; that foreign rows stay out is a condition of the list' },
  'contact/scrape/clear': refused(() => [{ ids: [nobody] }]),
  'contact/org/tree': { hidden: (world) => ({ input: { depth: 3 }, ids: [department(world)], counted: false }) },
  'contact/employee/search': { hidden: (world) => ({ input: { text: '人员', limit: 50 }, ids: [person(world)], counted: false }) },
  'contact/dept/search': { hidden: (world) => ({ input: { text: '外部人员的部门' }, ids: [department(world)], counted: false }) },
};

/** How the contacts are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = { ...roles, ...rules, ...settings, ...insight };
