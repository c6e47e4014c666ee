import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { DryRunReply, tried, type Previewed } from '../../src/kit/common/change/dry-run.ts';
import { revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import type { Endpoint } from '../../src/kit/common/contract.ts';
import { heldRoles } from '../../src/kit/server/access/read-grants.ts';
import { memberLimitAdd } from '../../src/modules/enterprise/common/member-limit.contract.ts';
import { departmentMerge } from '../../src/modules/people/common/department-merge.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { createDirectory } from '../../src/modules/people/server/public.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { isTried, isWhole } from './tried-modules.ts';
import { openGranted, stricterThanDeclared } from './permits.ts';
import { conventionalSample } from './range/conventional.ts';
import { openWorld, type World } from './range/world.ts';
import { rangeSamples, trySamples } from './collected.ts';
import { tryInput } from './try-input.ts';

const everyOperation = modules.flatMap((module) => module.routes.map((route) => route.operation));
const all = modules.filter(({ name }) => isTried(name)).flatMap((module) => module.routes.map((route) => route.operation));
const operations = all.filter(({ dryRun }) => dryRun);
const cases = operations.map((operation): [string, Endpoint] => [operation.path, operation]);

let world: World;
const inputs = new Map<string, Record<string, unknown>>();
/** Inputs that name something out of the administrator's range, with what answers them. */
const outsiders = new Map<string, { input: Record<string, unknown>; code: number }[]>();
beforeAll(async () => {
  world = await openWorld();
  for (const operation of operations) {
    const input = await tryInput(world.house, operation, everyOperation);
    if (input) inputs.set(operation.path, input);
    const sample = rangeSamples[operation.path] ?? conventionalSample(operation, everyOperation);
    if (sample && 'refused' in sample)
      outsiders.set(
        operation.path,
        (await sample.refused(world)).map((one) => ({ input: one, code: sample.code ?? 10910 })),
      );
  }
  // The whole takes longer than a confirmation lasts, how much longer depends on the machine: these are of later.
  await world.house.product.database.pool.query('update session set confirmed_at = $1', [Date.now() + 3_600_000]);
}, 900_000);
afterAll(() => world.house.stop());

test('every operation that can be tried has an input that is tried', () => {
  expect(operations.map(({ path }) => path).filter((path) => !inputs.has(path))).toEqual([]);
  expect(Object.keys(trySamples).filter((path) => !everyOperation.some((one) => one.dryRun && one.path === path))).toEqual([]);
});

/** The seals of what is written down follow when the product has time, and so does sending it; when somebody was seen last is no content either. */
const followed = [
  'public.audit_seal',
  'public.audit_head',
  'public.audit_anchor',
  'public.audit_block',
  'public.siem_state',
  'public.siem_position',
  // What the product finds out by itself meanwhile.
  'public.node',
  'public.rollout',
  'public.widget_rollout',
  'public.gateway_node',
  'public.server_check',
  'public.server_sample',
  'public.licence_usage_day',
  'public.warning_change',
  'public.warning_event',
  'public.warning',
  'public.warning_round',
  'public.warning_span',
  'public.warning_notice',
  'public.im_retention_run',
  'public.radar_round',
  'public.radar_item',
  'public.crowd_cursor',
  'public.crowd_standing',
];

/** Tables that only calls change; the log of calls follows when the product has time. */
async function tables(): Promise<string[]> {
  const { rows } = await world.house.product.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
      and not format('%I.%I', schemaname, tablename) = any($1)
      -- Calls of interfaces are counted some seconds after they ended.
      and tablename not like 'call\\_log\\_%'`,
    [followed],
  );
  return rows.map(({ name }) => name);
}

type Prints = Record<string, string>;

async function printsOf(names: readonly string[], print: string): Promise<Prints> {
  if (names.length === 0) return {};
  const each = names.map((name) => `select '${name}' as name, ${print} as print from ${name} t`);
  const { rows } = await world.house.product.database.pool.query<{ name: string; print: string }>(each.join(' union all '));
  return Object.fromEntries(rows.map(({ name, print: found }) => [name, found]));
}

/** Number of rows, and who wrote the newest: another one where anything was written. */
const written = `count(*) || ' ' || coalesce(max(xmin::text::bigint), 0)`;
/** Number and content of the rows. */
const content = `count(*) || ' ' || coalesce(md5(string_agg(md5((to_jsonb(t) - 'seen_at')::text), '' order by md5((to_jsonb(t) - 'seen_at')::text))), '')`;

/** Every table as it is: how it was written and what it holds. */
async function everything(): Promise<{ written: Prints; content: Prints }> {
  const names = await tables();
  return { written: await printsOf(names, written), content: await printsOf(names, content) };
}

/** Tables that hold something else than before. Only of those that were written the content is read again. */
async function touchedSince(before: Awaited<ReturnType<typeof everything>>): Promise<string[]> {
  const now = await printsOf(await tables(), written);
  const suspects = Object.keys(now).filter((name) => now[name] !== before.written[name]);
  const contents = await printsOf(suspects, content);
  return suspects.filter((name) => {
    // A partition of a log that was made ahead meanwhile is empty.
    const isSame = contents[name] === (before.content[name] ?? '0 ');
    if (isSame) before.written[name] = now[name]!;
    return !isSame;
  });
}

test('a table that was written is found, unless it holds the same again', async () => {
  const before = await everything();
  const { pool } = world.house.product.database;
  await pool.query('update department set version = version + 1');
  expect(await touchedSince(before)).toContain('public.department');
  await pool.query('update department set version = version - 1');
  expect(await touchedSince(before)).not.toContain('public.department');
});

const foretold = new Map<string, Previewed>();
/** Looking at every table takes as long as some tries; with 1 the one that wrote is named alone. */
const atOnce = 10;

test('a try leaves every table as it is, whether it is done or refused', { timeout: 600_000 }, async () => {
  const before = await everything();
  const powerless = new ConsoleClient(world.boss.app, world.house.product.powerless.token);
  const wrong: unknown[] = [];
  let tries: string[] = [];
  const told = (path: string, case_: string, answer: unknown): void => void wrong.push([path, case_, answer]);
  for (const [path, operation] of cases) {
    const input = inputs.get(path) ?? {};
    const done = await world.boss.ask(operation, tried(input));
    const reply = DryRunReply.strict().safeParse(done.data);
    if (done.code === 0 && reply.success) foretold.set(path, reply.data);
    else told(path, 'boss', done);

    const barred = await powerless.ask(operation, tried(input));
    // What is open to everybody signed in does not know of what they may not see.
    const isBarred = 'signedIn' in operation.access ? barred.code === 10404 : barred.status === 403 && barred.code === 65002;
    if (!isBarred) told(path, 'powerless', barred);
    const odd = await world.boss.ask(operation, tried({ ...input, noSuchKey: 1 }));
    if (odd.code !== 10400) told(path, 'unknown key', odd);
    const vague = await world.boss.ask(operation, { ...input, dryRun: 'perhaps' });
    if (vague.code !== 10400) told(path, 'neither yes nor no', vague);
    if ('version' in input) {
      const stale = await world.boss.ask(operation, tried({ ...input, version: Number(input['version']) + 7 }));
      if (stale.code !== 10409) told(path, 'stale', stale);
    }
    for (const { input: outside, code } of outsiders.get(path) ?? []) {
      const answer = await world.admin.ask(operation, tried(outside));
      if (answer.code !== code) told(path, 'out of range', { outside, answer });
    }
    tries.push(path);
    if (tries.length < atOnce && path !== cases.at(-1)?.[0]) continue;
    const touched = await touchedSince(before);
    if (touched.length > 0) told(tries.join(' or '), 'tables', touched);
    tries = [];
  }
  expect(wrong).toEqual([]);
});

test('an operation that can be tried needs no more than it declares', { timeout: 600_000 }, async () => {
  expect(await stricterThanDeclared(await openGranted(world.house), operations, inputs)).toEqual([]);
});

test.runIf(isWhole)('the samples touch what is worth foreseeing', () => {
  const names = new Set([...foretold.values()].flatMap(({ impact }) => Object.keys(impact)));
  const wanted = ['people', 'departments', 'roles', 'administrators', 'loseSignIn', 'signedOut', 'gainRoles', 'loseRoles'];
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

/** What is written down of the last change, in the words of a try. */
async function lastChange(path: string): Promise<{ id: string; counts: unknown; operations: unknown[] }> {
  const { pool } = world.house.product.database;
  // Not the newest of all: the product itself changes things meanwhile.
  const { rows } = await pool.query<{ id: string; counts: unknown }>(
    `select id, counts from change_batch where id = (select batch_id from audit_log
       where path = $1 and code = 0 and actor_kind = 'administrator' order by at desc, id desc limit 1)`,
    [path],
  );
  const { rows: lines } = await pool.query<{ kind: string; name: string; action: string }>(
    'select kind, object_name as name, action from change_operation where batch_id = $1 order by seq',
    [rows[0]?.id],
  );
  return { id: rows[0]?.id ?? '', counts: rows[0]?.counts, operations: lines };
}

/** Who holds which roles, and the print of the tables that say it: asking for everybody takes longer than what is tried. */
let held: { print: string; roles: Map<string, Set<string>> } | undefined;

async function holders(): Promise<Map<string, Set<string>>> {
  const { db, pool } = world.house.product.database;
  const print = JSON.stringify(
    await printsOf(
      (await tables()).filter((name) => /^public\.(role|employee|department|crowd)/.test(name)),
      written,
    ),
  );
  if (held?.print === print) return held.roles;
  const { rows: people } = await pool.query<{ id: string }>(`select id from employee where status = 'active'`);
  const roles = new Map<string, Set<string>>();
  for (const { id } of people) {
    const found = await heldRoles(db, createDirectory(), id, Date.now());
    roles.set(id, new Set(found.map((role) => role.id)));
  }
  held = { print, roles };
  return roles;
}

/** Who is signed in, and who holds which roles. */
async function standing(): Promise<{ signedIn: Set<string>; roles: Map<string, Set<string>> }> {
  const { pool } = world.house.product.database;
  const { rows: sessions } = await pool.query<{ uid: string }>('select distinct uid from session where ended_at is null');
  return { signedIn: new Set(sessions.map(({ uid }) => uid)), roles: await holders() };
}

/** People who have roles on the one side that they lack on the other. */
const more = (one: Map<string, Set<string>>, other: Map<string, Set<string>>): number =>
  [...one].filter(([id, roles]) => other.has(id) && [...roles].some((role) => !other.get(id)!.has(role))).length;

/** Rows of the audit of calls that were done by the boss, with whatever is missing in one. */
async function audited({ path, audit }: Endpoint): Promise<{ rows: number; bare: number }> {
  const { rows } = await world.house.product.database.pool.query<{ rows: number; bare: number }>(
    `select count(*)::int as rows, count(*) filter (where operation <> $2 or account <> 'admin' or address = '' or request_id = '' or batch_id is null or object_kind is null
      or not exists (select from change_operation o where o.batch_id = audit_log.batch_id and (o.before is not null or o.after is not null)))::int as bare
      from audit_log where path = $1 and code = 0 and actor_kind = 'administrator'`,
    [path, audit],
  );
  return rows[0]!;
}

/** What each operation wrote down. */
const batches: { path: string; batchId: string }[] = [];

/** As the operation before left it. */
let last: Awaited<ReturnType<typeof standing>> | undefined;

test.each(cases)('%s: what a try foretells is what then happens', async (path, operation) => {
  const given = inputs.get(path)!;
  let input = given;
  // Asked again: what was foretold before the other operations were done may be true no longer.
  let first = await world.boss.ask(operation, tried(input));
  if (first.code !== 0) {
    // Another operation changed or took what this one names.
    input = (await tryInput(world.house, operation, everyOperation)) ?? given;
    last = undefined;
    first = await world.boss.ask(operation, tried(input));
  }
  const told = DryRunReply.parse(first.data);
  const before = last ?? (await standing());
  last = undefined;
  const audits = await audited(operation);
  const { code, data } = await world.boss.ask(operation, input);
  expect([code, data]).toEqual([0, data]);
  // Each call that is done leaves one row, with who, from where, what, to what, and its changes before and after.
  expect(await audited(operation)).toEqual({ ...audits, rows: audits.rows + 1 });
  const after = await standing();
  last = after;
  const { id: batchId, counts, operations: lines } = await lastChange(path);
  batches.push({ path, batchId });
  expect(told.counts).toEqual(counts);
  expect(told.operations.map(({ kind, name, action }) => ({ kind, name, action }))).toEqual(lines);
  const ended = [...before.signedIn].filter((uid) => !after.signedIn.has(uid)).length;
  expect(told.impact['signedOut'] ?? 0).toBe(ended);
  const { gainRoles = 0, loseRoles = 0 } = told.impact;
  // Somebody new is not among those who were there before.
  const added = path === 'muc/employee/add' ? 1 : 0;
  expect({ gainRoles, loseRoles }).toEqual({
    gainRoles: more(after.roles, before.roles) + added,
    loseRoles: more(before.roles, after.roles),
  });
});

/** What the administrator of the one side is answered who reverts a batch, whole and by its lines, tried and done. */
async function revertedByAdmin(batchId: string) {
  const { rows } = await world.house.product.database.pool.query<{ id: string }>('select id from change_operation where batch_id = $1', [
    batchId,
  ]);
  const answers = [];
  for (const target of [{ batchId }, { operationIds: rows.slice(0, 100).map(({ id }) => id) }])
    for (const input of [tried(target), target]) answers.push({ target, ...(await world.admin.ask(revertChanges, input)) });
  return answers;
}

test(
  'an administrator out of range who reverts what was done is refused, or told what stands against it',
  { timeout: 900_000 },
  async () => {
    const broken: unknown[] = [];
    if (isWhole) expect(batches.length).toBeGreaterThan(100);
    for (const { path, batchId } of batches.toReversed())
      for (const answer of await revertedByAdmin(batchId)) if (answer.status >= 500) broken.push({ path, ...answer });
    expect(broken).toEqual([]);
  },
);

/** Merges departments outside with all that may name one, as a job; answers its batch. */
async function merged(): Promise<string> {
  const { house, boss, inside, outside } = world;
  const [gone, target] = [
    await house.department('合并去的', outside.department.id),
    await house.department('合并到的', outside.department.id),
  ];
  await house.person([gone]);
  for (const owner of [gone, inside.department.id, undefined])
    await house.role({
      codes: [userManagement.code],
      range: { kind: 'chosen', departmentIds: [gone] },
      departments: [gone],
      ...(owner !== undefined && { owner }),
    });
  await boss.call(memberLimitAdd, {
    name: '合并',
    ownerDeptId: gone,
    from: [{ kind: 'department', id: gone }],
    to: [{ kind: 'everyone' }],
    enabled: false,
  });
  const { jobId } = await boss.call(departmentMerge, { sourceIds: [gone], targetId: target });
  const job = () => boss.call(getJob, { id: jobId });
  await expect.poll(async () => (await job()).state).toBe('done');
  return String(Reflect.get(Object((await job()).result), 'batchId'));
}

test('nor does the revert of a merge of departments, which touched roles and limits, break off', async () => {
  const batchId = await merged();
  const answers = await revertedByAdmin(batchId);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  // What the caller may not see is not undone.
  expect(answers.filter(({ code, data }) => code === 0 && Number(Reflect.get(Object(data), 'reverted') ?? 0) > 0)).toEqual([]);
});

test('an operation that can’t be tried needs no more than it declares', { timeout: 900_000 }, async () => {
  const others = all.filter(({ dryRun }) => !dryRun);
  expect(await stricterThanDeclared(await openGranted(world.house), others, inputs)).toEqual([]);
});

test('No call of an administrator left more than one row in the audit', async () => {
  const { rows } = await world.house.product.database.pool.query(
    `select path, code, count(*)::int as rows from audit_log where actor_kind = 'administrator' and request_id <> '' group by request_id, path, code having count(*) > 1`,
  );
  expect(rows).toEqual([]);
});
