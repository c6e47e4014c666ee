import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { House } from '../access/house.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';
import { everyCode } from './range/world.ts';
import { roleAreas, roleSamples } from './collected.ts';
import { roleWorld, stances, type RoleSample, type RoleWorld, type Stance } from './role-areas.ts';
import { nobody } from './samples.ts';

const operations = modules
  .flatMap((module) => module.routes.map((route) => route.operation))
  .filter(({ path }) => path.startsWith('role/'));
const byPath = new Map(operations.map((operation) => [operation.path, operation]));

let house: House;
let world: RoleWorld;
let admin: ConsoleClient;
beforeAll(async () => {
  house = await House.open();
  world = await roleWorld(house, roleAreas);
  const range = { kind: 'chosen' as const, departmentIds: [world.north] };
  // Who holds none of these roles: the own ones have rules of their own.
  admin = (await house.administrator({ codes: everyCode, range })).client;
}, 900_000);
afterAll(() => house.stop());

test('every operation below role/ says how it names a role', () => {
  expect([...byPath.keys()].filter((path) => !(path in roleSamples))).toEqual([]);
  expect(Object.keys(roleSamples).filter((path) => !byPath.has(path))).toEqual([]);
});

/** Of what area the roles are that an operation names; those of all areas are asked for system roles. */
const areaOf = (path: string): string => roleAreas.find(({ area }) => path.startsWith(`role/${area}/`))?.area ?? 'sys';

const departmentOf = (stance: Stance): string | null =>
  ({ own: world.north, foreign: world.south, invented: nobody, unowned: null })[stance];

const named = (path: string, stance: Stance) => {
  const roles = world.roles[areaOf(path)]!;
  return { role: roles[stance], department: departmentOf(stance), own: roles.own, world };
};

/** What is answered, without the ids that were asked for: code, words and data. What would be changed of an own role stays as it is. */
async function answersOf(path: string, inputs: readonly Record<string, unknown>[], stance: Stance) {
  const operation = byPath.get(path)!;
  const answers = [];
  for (const input of inputs) {
    const isTried = stance === 'own' && operation.dryRun === true;
    const { status, code, msg, data } = await admin.ask(operation, { ...input, ...(isTried && { dryRun: true }) });
    const isJob = code === 0 && typeof data === 'object' && data !== null && 'jobId' in data;
    answers.push({ status, code, msg, data: isJob ? 'job' : data });
  }
  return answers;
}

async function byStance(path: string, inputs: (stance: Stance) => Record<string, unknown>[]) {
  const found = {} as Record<Stance, Awaited<ReturnType<typeof answersOf>>>;
  for (const stance of stances) found[stance] = await answersOf(path, inputs(stance), stance);
  return { ...found, codes: Object.fromEntries(stances.map((stance) => [stance, [...new Set(found[stance].map(({ code }) => code))]])) };
}

const asked = Object.entries(roleSamples).filter(([path, sample]) => !('free' in sample) && !('lists' in sample) && byPath.has(path));

test.each(asked)('%s: a role of another department is answered as one that nobody made', async (path, sample: RoleSample) => {
  const inputs = Object.values(sample)[0] as (one: ReturnType<typeof named>) => Record<string, unknown>[];
  const { foreign, invented, codes } = await byStance(path, (stance) => inputs(named(path, stance)));
  expect(foreign).toEqual(invented);
  const beyond = [10910];
  const expected = {
    reads: { own: [0], foreign: beyond, invented: beyond, unowned: [0] },
    writes: { own: [0], foreign: beyond, invented: beyond, unowned: beyond },
    alike: { own: [0], foreign: [0], invented: [0], unowned: [0] },
    refused: { own: beyond, foreign: beyond, invented: beyond, unowned: beyond },
  };
  expect(codes).toEqual(expected[Object.keys(sample)[0] as keyof typeof expected]);
});

test('Another role is named anew by who may know of it, for roles of another department and for none alike', async () => {
  const { own, foreign, unowned } = world.roles['sys']!;
  const operation = byPath.get('role/sys/update')!;
  const named = (id: string) => admin.ask(operation, { roleId: own, version: 1, exclusiveWith: [id] });
  expect(await named(foreign)).toEqual(await named(nobody));
  expect(await named(foreign)).toMatchObject({ code: 10910 });
  expect(await admin.ask(operation, { roleId: own, version: 1, exclusiveWith: [unowned], dryRun: true })).not.toMatchObject({
    code: 10910,
  });
});

const listed = Object.entries(roleSamples).flatMap(([path, sample]) => ('lists' in sample ? [[path, sample] as const] : []));

test.each(listed)('%s: roles of another department are absent, those of nobody are there', async (path, { lists }) => {
  const input = lists(named(path, 'own'));
  const { code, data } = await admin.ask(byPath.get(path)!, input);
  expect(code).toBe(0);
  const text = JSON.stringify(data);
  const roles = world.roles[areaOf(path)]!;
  expect(stances.filter((stance) => text.includes(roles[stance]))).toEqual(['own', 'unowned']);
  expect(text).not.toContain(`foreign ${areaOf(path)}`);
});
