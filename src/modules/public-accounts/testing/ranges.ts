import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { departmentRow, newAccount, newLogo, newLogoRoles, userRow } from './made.ts';

const accounts = oncePerWorld(async ({ house, inside, outside }) => ({
  inside: await newAccount(house, { departmentId: inside.department.id, managerId: inside.person.id }),
  outside: await newAccount(house, { departmentId: outside.department.id, managerId: outside.person.id }),
}));
const logos = oncePerWorld(async (world) => {
  const { inside, outside } = await accounts(world);
  return { inside: await newLogo(world.house, inside), outside: await newLogo(world.house, outside) };
});

const rules = oncePerWorld(async ({ house, inside, outside }) => {
  const of = async (side: World['inside']): Promise<string> =>
    (await newLogoRoles(house, 1, { departmentId: side.department.id, managerId: side.person.id }))[0]!;
  return { inside: await of(inside), outside: await of(outside) };
});

const refused = (make: (world: World) => Promise<readonly Values[]>, code?: number): Sample => ({
  refused: make,
  ...(code !== undefined && { code }),
});
const ofAccount = (more: (world: World) => Values = () => ({}), name = 'snoId'): Sample =>
  refused(async (world) => [(await accounts(world)).outside, nobody].map((id) => ({ ...more(world), [name]: id })));
/** Of an account inside: somebody or something outside is named. */
const naming = (more: (world: World, outside: string) => Values, of: (world: World) => string): Sample =>
  refused(async (world) => [
    { ...more(world, of(world)), snoId: (await accounts(world)).inside },
    { ...more(world, of(world)), snoId: (await accounts(world)).outside },
  ]);

const person = ({ inside }: World): string => inside.person.id;
const stranger = ({ outside }: World): string => outside.person.id;
const strange = ({ outside }: World): string => outside.department.id;

const rowsOutside = oncePerWorld(async (world) => {
  const { outside } = await accounts(world);
  return {
    user: await userRow(world.house, outside, world.outside.person.id),
    dept: await departmentRow(world.house, outside, world.outside.department.id),
  };
});
const ofRows = (noun: 'user' | 'dept' | 'group', more: Values = {}): Sample =>
  refused(async (world) => {
    const rows = await rowsOutside(world);
    return [...(noun === 'group' ? [] : [{ ids: [rows[noun]], ...more }]), { ids: [nobody], ...more }];
  });

/** How accounts and what belongs to them are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'mpm/sno/add': refused(async ({ outside, inside }) => [
    { name: { zh_CN: 'x1' }, code: 'x1', ownerDeptId: outside.department.id, managerIds: [inside.person.id] },
    { name: { zh_CN: 'x2' }, code: 'x2', ownerDeptId: inside.department.id, managerIds: [outside.person.id] },
  ]),
  'mpm/sno/list': {
    hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await accounts(world)).outside], counted: true }),
  },
  'mpm/sno/get': ofAccount(() => ({}), 'id'),
  'mpm/sno/update': refused(async (world) => {
    const { inside, outside } = await accounts(world);
    return [
      { id: outside, version: 1, order: 5 },
      { id: nobody, version: 1, order: 5 },
      { id: inside, version: 1, ownerDeptId: world.outside.department.id },
    ];
  }),
  'mpm/sno/delete': ofAccounts(),
  'mpm/sno/enable': ofAccounts(),
  'mpm/sno/disable': ofAccounts(),
  'mpm/sno/restore': ofAccounts(),
  'mpm/sno/copy': ofAccount(() => ({ name: { zh_CN: 'x3' }, code: 'x3' }), 'id'),
  'mpm/sno/export': { free: 'the job writes what the list shows' },
  'mpm/sno/logoRole/list': {
    hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await rules(world)).outside], counted: true }),
  },
  'mpm/sno/logoRole/add': refused(async (world) => [
    { name: 'x', logoId: (await logos(world)).outside },
    { name: 'x', logoId: nobody },
  ]),
  'mpm/sno/logoRole/update': refused(async (world) =>
    [(await rules(world)).outside, nobody].map((id) => ({ id, version: 1, name: 'Mine' })),
  ),
  'mpm/sno/logoRole/delete': ofRules(),
  'mpm/sno/logoRole/reorder': ofRules(),
  'mpm/sno/mine': { hidden: async (world) => ({ input: {}, ids: [(await accounts(world)).outside] }) },
  'mpm/sno/impact': ofAccount(() => ({}), 'id'),
  'mpm/sno/manager/list': ofAccount(),
  'mpm/sno/manager/add': naming((_, empId) => ({ empIds: [empId] }), stranger),
  'mpm/sno/manager/remove': ofAccount((world) => ({ empIds: [person(world)] })),
  'mpm/sno/manager/transfer': ofAccount((world) => ({ from: person(world), to: person(world) })),
  'mpm/sno/editor/list': ofAccount(),
  'mpm/sno/editor/add': naming((_, empId) => ({ empIds: [empId], rights: ['write'] }), stranger),
  'mpm/sno/editor/update': ofAccount((world) => ({ empIds: [person(world)], rights: ['write'] })),
  'mpm/sno/editor/remove': ofAccount((world) => ({ empIds: [person(world)] })),
  'mpm/sno/logo/list': ofLists(),
  'mpm/sno/logo/add': ofAccount(() => ({ name: 'x', fileId: nobody })),
  'mpm/sno/logo/update': refused(async (world) => [(await logos(world)).outside, nobody].map((id) => ({ id, version: 1, name: 'Mine' }))),
  'mpm/sno/logo/delete': refused(async (world) => [[(await logos(world)).outside], [nobody]].map((ids) => ({ ids }))),
  'mpm/sno/logo/setDefault': refused(async (world) => [(await logos(world)).outside, nobody].map((id) => ({ id }))),
  'mpm/sno/logoRole/explain': naming((_, empId) => ({ empId }), stranger),
  'mpm/sub/user/explain': naming((_, empId) => ({ empId }), stranger),
  'mpm/sub/user/list': ofAccount(),
  'mpm/sub/dept/list': ofAccount(),
  'mpm/sub/group/list': ofAccount(),
  'mpm/sub/user/add': ofAccount((world) => ({ ids: [person(world)], mode: 'allowed' })),
  'mpm/sub/dept/add': ofAccount((world) => ({ ids: [strange(world)], mode: 'allowed' })),
  'mpm/sub/group/add': ofAccount(() => ({ ids: [nobody], mode: 'allowed' })),
  'mpm/sub/user/update': ofRows('user', { mode: 'forced' }),
  'mpm/sub/dept/update': ofRows('dept', { mode: 'forced' }),
  'mpm/sub/group/update': ofRows('group', { mode: 'forced' }),
  'mpm/sub/user/delete': ofRows('user'),
  'mpm/sub/dept/delete': ofRows('dept'),
  'mpm/sub/group/delete': ofRows('group'),
  'mpm/sub/user/import': ofAccount(() => ({ fileId: nobody })),
  'mpm/sub/dept/import': ofAccount(() => ({ fileId: nobody })),
  'mpm/sub/user/export': ofAccount(() => ({ format: 'csv' })),
  'mpm/sub/dept/export': ofAccount(() => ({ format: 'csv' })),
  'mpm/sub/group/export': ofAccount(() => ({ format: 'csv' })),
};

function ofAccounts(): Sample {
  return refused(async (world) => {
    const { inside, outside } = await accounts(world);
    return [[outside], [inside, outside], [nobody]].map((ids) => ({ ids }));
  });
}

function ofRules(): Sample {
  return refused(async (world) => {
    const { inside, outside } = await rules(world);
    return [[outside], [inside, outside], [nobody]].map((ids) => ({ ids }));
  });
}

function ofLists(): Sample {
  return { hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await logos(world)).outside], counted: true }) };
}
