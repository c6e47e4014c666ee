import { crowdOfOne } from '#modules/crowds/testing/tries.ts';
import {
  nobody,
  oncePerWorld,
  type ModuleSamples,
  type Sample,
  type Story,
  type Told,
  type TrySample,
  type Values,
} from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { mailAccount } from '../common/boxes/account.contract.ts';
import { mailAuth } from '../common/boxes/auth.contract.ts';
import { mailServer } from '../common/boxes/server.contract.ts';
import { mailSettingGet } from '../common/boxes/setting.contract.ts';
import { boxDraft, newBox, newGrant, newMember, newServer, sharedBox, testedServer, until } from './boxes-made.ts';

/** Inputs of writes that are done when they are asked for. */
export const boxTries: Readonly<Record<string, TrySample>> = {
  'mail/server/enable': async (house) => ({ ids: [await testedServer(house)] }),
  'mail/server/disable': async (house) => {
    const id = await testedServer(house);
    await house.boss.call(mailServer.enable, { ids: [id] });
    return { ids: [id] };
  },
  'mail/member/update': async (house) => ({ id: await newMember(house, { employeeId: await house.person() }), version: 1, offlineDays: 2 }),
  'mail/auth/update': async (house) => ({ id: await newGrant(house, await newBox(house)), version: 1, reason: 'Longer holiday' }),
  'mail/account/reset': async (house) => ({
    ids: [(await house.boss.call(mailAccount.add, { ...(await boxDraft(house)), secret: 'typed once' })).id],
  }),
  'mail/auth/extend': async (house) => ({ ids: [await newGrant(house, await newBox(house))], until: until() + 86_400_000 }),
  'mail/setting/update': async ({ boss }) => ({ version: (await boss.call(mailSettingGet, {})).version, undoSendSeconds: 20 }),
};

const boxes = oncePerWorld(async ({ house, inside, outside }) => ({
  inside: await newBox(house, inside.person.id),
  outside: await newBox(house, outside.person.id),
  shared: await sharedBox(house, { departmentId: outside.department.id, ownerId: inside.person.id }),
  server: await newServer(house),
}));
const members = oncePerWorld(async ({ house, inside, outside }) => ({
  inside: await newMember(house, { departmentId: inside.department.id }),
  outside: await newMember(house, { employeeId: outside.person.id }),
}));
const grants = oncePerWorld(async (world) => {
  const { inside, outside } = await boxes(world);
  return { inside: await newGrant(world.house, inside), outside: await newGrant(world.house, outside) };
});

type Pair = Record<'inside' | 'outside', string>;
const refused = (make: (world: World) => Promise<readonly Values[]>): Sample => ({ refused: make });
const hidden = (pair: (world: World) => Promise<Pair>): Sample => ({
  hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await pair(world)).outside], counted: true }),
});
const many = (pair: (world: World) => Promise<Pair>, more: Values = {}): Sample =>
  refused(async (world) => {
    const { inside, outside } = await pair(world);
    return [[outside], [inside, outside], [inside, nobody]].map((ids) => ({ ids, ...more }));
  });
const one = (pair: (world: World) => Promise<Pair>, more: Values = {}): Sample =>
  refused(async (world) => [(await pair(world)).outside, nobody].map((id) => ({ id, ...more })));
const free: Sample = { free: 'the job reads and writes what the list shows and the change engine lets through' };

const draft = (serverId: string, more: Values): Values => ({ address: 'range@mail.example', name: { zh_CN: 'x' }, serverId, ...more });

/** How boxes, members and grants are asked for what lies outside. */
export const boxRanges: Readonly<Record<string, Sample>> = {
  'mail/account/list': {
    hidden: async (world) => {
      const { outside, shared } = await boxes(world);
      return { input: { pageSize: 200 }, ids: [outside, shared], counted: true };
    },
  },
  'mail/account/get': one(boxes),
  'mail/account/add': refused(async (world) => {
    const { server } = await boxes(world);
    const { inside, outside } = world;
    return [
      draft(server, { employeeId: outside.person.id }),
      draft(server, { employeeId: nobody }),
      draft(server, { kind: 'shared', ownerId: outside.person.id, ownerDeptId: inside.department.id }),
      draft(server, { kind: 'shared', ownerId: inside.person.id, ownerDeptId: outside.department.id }),
    ];
  }),
  'mail/account/update': one(boxes, { version: 1, login: 'x' }),
  'mail/account/delete': many(boxes),
  'mail/account/enable': many(boxes),
  'mail/account/disable': many(boxes),
  'mail/account/reset': many(boxes),
  'mail/account/verify': one(boxes),
  'mail/account/statistics': { free: 'it counts what the lists show' },
  'mail/account/import/preview': free,
  'mail/account/export': free,
  'mail/account/discover/preview': { free: 'the job plans boxes for people in range alone' },
  'mail/member/list': hidden(members),
  'mail/member/get': one(members),
  'mail/member/assign': refused(async ({ outside, house }) => [
    { employeeId: outside.person.id },
    { departmentId: outside.department.id },
    { employeeId: nobody },
    { crowdId: await crowdOfOne(house) },
  ]),
  'mail/member/update': one(members, { version: 1, offlineDays: 1 }),
  'mail/member/remove': many(members),
  'mail/auth/list': hidden(grants),
  'mail/auth/get': one(grants),
  'mail/auth/add': refused(async (world) => {
    const { inside, outside } = await boxes(world);
    const rest = { rights: ['read'], until: until(), reason: 'x' };
    return [
      { accountId: outside, employeeId: world.inside.person.id, ...rest },
      { accountId: nobody, employeeId: world.inside.person.id, ...rest },
      { accountId: inside, employeeId: world.outside.person.id, ...rest },
    ];
  }),
  'mail/auth/update': one(grants, { version: 1, reason: 'Mine' }),
  'mail/auth/remove': many(grants),
  'mail/auth/extend': many(grants, { until: until() }),
  'mail/auth/check': refused(async (world) => {
    const { inside, outside } = await boxes(world);
    return [
      { empId: world.inside.person.id, accountId: outside, right: 'read' },
      { empId: world.outside.person.id, accountId: inside, right: 'read' },
      { empId: nobody, accountId: inside, right: 'read' },
    ];
  }),
  'mail/auth/import/preview': free,
  'mail/auth/export': free,
};

/** A box inside that somebody outside may open, and one that a dynamic group opens. */
export async function boxStory({ world, known }: Story): Promise<Told> {
  const { house, inside } = world;
  const box = await newBox(house, inside.person.id);
  const team = await sharedBox(house, { departmentId: inside.department.id, ownerId: known.beside });
  await newGrant(house, box, known.beside);
  await house.boss.call(mailAuth.add, { accountId: team, crowdId: known.crowd, rights: ['read'], reason: 'x' });
  await newMember(house, { crowdId: known.crowd });
  return {};
}

/** What is asked of the boxes and people of the story. */
export const boxFurther: NonNullable<ModuleSamples['further']> = ({ world, known }, idsOf) => ({
  'mail/auth/check': idsOf('mail/account').flatMap((accountId) =>
    [known.beside, world.inside.person.id].map((empId) => ({ accountId, empId, right: 'read' })),
  ),
});
