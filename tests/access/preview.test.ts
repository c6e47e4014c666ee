import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import type { Input, Reply } from '../../src/kit/common/contract.ts';
import { presetRoleIds } from '../../src/kit/server/access/preset-roles.ts';
import { readGrants } from '../../src/kit/server/access/read-grants.ts';
import { rights, sysRole } from '../../src/modules/system/common/role.contract.ts';
import { resourcePage, roleManage } from '../../src/modules/system/common/permissions.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { createDirectory } from '../../src/modules/people/server/public.ts';
import { House } from './house.ts';

/** Changes tried; each is first asked about and then made. */
const rounds = 60;
const codes = [userManagement.code, userManagement.button.add, resourcePage.code, resourcePage.button.update, roleManage.code];
const everyCode = modules.flatMap((module) =>
  module.resources.flatMap((page) => [page.code, ...page.buttons.map(({ verb }) => `${page.code}:${verb}`)]),
);

let house: House;
let departments: string[];
let people: string[];
let roles: string[];

/** A small generator with a seed (mulberry32), so that a failure can be had again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const next = random(20_261_121);
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!;
const someOf = <T>(all: readonly T[]): T[] => all.filter(() => next() < 0.4);

beforeAll(async () => {
  house = await House.open();
  const top = await house.department('甲');
  departments = [top, await house.department('甲一', top), await house.department('乙')];
  people = [];
  for (let at = 0; at < 9; at += 1)
    people.push(await house.person(at % 3 === 0 ? someOf(departments).concat(departments[2]!).slice(0, 1) : [oneOf(departments)]));
  roles = [];
  for (let at = 0; at < 4; at += 1)
    roles.push(
      await house.role({
        codes: someOf(codes),
        range: { kind: 'all' },
        employees: someOf(people).slice(0, 3),
        departments: someOf(departments).slice(0, 1),
      }),
    );
}, 300_000);
afterAll(() => house.stop());

/** What everybody may do now: codes by person. */
async function effective(): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const uid of people) {
    const { grants } = await readGrants(house.product.database.db, createDirectory(), uid, Date.now());
    found.set(uid, new Set(grants.superAdmin ? everyCode : grants.codes.keys()));
  }
  return found;
}

/** Codes that people have on the one side and not on the other, with how many of them. */
function gains(from: Map<string, Set<string>>, to: Map<string, Set<string>>): { people: number; codes: Map<string, number> } {
  const counts = new Map<string, number>();
  let gaining = 0;
  for (const uid of people) {
    const fresh = [...to.get(uid)!].filter((code) => !from.get(uid)!.has(code));
    if (fresh.length > 0) gaining += 1;
    for (const code of fresh) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return { people: gaining, codes: counts };
}

type Wish = Input<typeof rights.preview>;

function wishFor(roleId: string): Wish {
  const kind = next();
  if (kind < 0.3) return { roleId, codes: someOf(codes) };
  if (kind < 0.45) return { roleId, enabled: next() < 0.5 };
  const isPerson = next() < 0.6;
  const ids = isPerson ? someOf(people).slice(0, 3) : someOf(departments).slice(0, 1);
  const members = ids.map((id) => ({ kind: isPerson ? ('employee' as const) : ('department' as const), id }));
  return kind < 0.75 ? { roleId, add: members } : { roleId, remove: members };
}

async function make({ roleId, codes: wished, enabled, add = [], remove = [] }: Wish): Promise<void> {
  const { boss } = house;
  if (wished) await house.shape(roleId, { codes: wished });
  if (enabled !== undefined) await boss.call(enabled ? sysRole.enable : sysRole.disable, { ids: [roleId] });
  for (const kind of ['employee', 'department'] as const) {
    const idsOf = (members: typeof add) => members.filter((one) => one.kind === kind).map(({ id }) => id);
    if (idsOf(add).length > 0)
      await boss.call(kind === 'employee' ? sysRole.assignEmployees : sysRole.assignDepartments, { roleId, ids: idsOf(add) });
    if (idsOf(remove).length > 0) await boss.call(sysRole.removeMembers, { roleId, kind, ids: idsOf(remove) });
  }
}

const counted = (all: Reply<typeof rights.preview>['gained']): Map<string, number> =>
  new Map(all.filter((one) => one.people > 0).map((one) => [one.code, one.people]));

test(`What is said before ${rounds} changes of roles is what then happens`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const wish = wishFor(oneOf(roles));
    const said = await house.boss.call(rights.preview, wish);
    const before = await effective();
    await make(wish);
    const after = await effective();
    const [gained, lost] = [gains(before, after), gains(after, before)];
    expect({ round, wish, gaining: said.gaining, losing: said.losing, gained: counted(said.gained), lost: counted(said.lost) }).toEqual({
      round,
      wish,
      gaining: gained.people,
      losing: lost.people,
      gained: gained.codes,
      lost: lost.codes,
    });
  }
});

test('Who becomes a super administrator gains everything that they do not hold already', async () => {
  await house.confirm(house.boss);
  const roleId = presetRoleIds.super;
  const add = [{ kind: 'employee' as const, id: people[0]! }];
  const said = await house.boss.call(rights.preview, { roleId, add });
  const before = await effective();
  await house.boss.call(sysRole.assignEmployees, { roleId, ids: [people[0]!] });
  const gained = gains(before, await effective());
  expect(said).toMatchObject({ gaining: gained.people, losing: 0, loud: expect.arrayContaining(['superAdmin']) });
  expect(counted(said.gained)).toEqual(gained.codes);
});
