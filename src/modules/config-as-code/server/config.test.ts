import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import type { Input } from '#kit/common/contract.ts';
import { bindRoles } from '#kit/server/access/role.binding.ts';
import { keepMade, temporary } from '#kit/server/files/files.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import * as property from '#modules/property/common/property.contract.ts';
import * as value from '#modules/property/common/value.contract.ts';
import { propertyModule } from '#modules/property/server/module.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { sysRole } from '#modules/system/common/role.contract.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import * as config from '../common/config.contract.ts';
import { configPage } from '../common/permissions.ts';
import { configAsCodeModule } from './module.ts';

let served: TestModules;
let empty: TestModules;
beforeAll(async () => {
  served = await serveModules(systemModule, ...peopleModules, propertyModule, configAsCodeModule);
  empty = await serveModules(systemModule, ...peopleModules, propertyModule, configAsCodeModule);
  bindRoles(served.services);
  served.work();
  empty.work();
});
afterAll(async () => {
  await served.close();
  await empty.close();
});

const areas = ['properties', 'roles'];

/** Waits for a job and answers what it ended with. */
async function ended<T>(at: TestModules, { jobId }: { jobId: string }): Promise<T> {
  let found = await at.boss.call(getJob, { id: jobId });
  await expect.poll(async () => (found = await at.boss.call(getJob, { id: jobId })).state).toMatch(/done|failed|cancelled/);
  if (found.state !== 'done') throw new Error(`${found.error?.code} ${found.error?.message}`);
  return found.result as T;
}

/** The bytes of an export. */
async function exported(at: TestModules, which = areas): Promise<{ bytes: Buffer; bundleId: string }> {
  const { bundleId } = await ended<{ bundleId: string }>(at, await at.boss.call(config.configExport, { areas: which }));
  const { hash } = await at.database.db.selectFrom('config_bundle').select('hash').where('id', '=', bundleId).executeTakeFirstOrThrow();
  return { bytes: await buffer(await at.files.open(hash)), bundleId };
}

async function uploaded(at: TestModules, bytes: Buffer): Promise<string> {
  const stream = new PassThrough();
  stream.end(bytes);
  const draft = { name: 'bundle.zip', type: 'application/zip', purpose: 'import', owner: at.boss.uid, keepMillis: temporary };
  return (await keepMade(at.services, stream, draft)).id;
}

type PlanRequest = Partial<Input<typeof config.configPlan>>;
async function planned(at: TestModules, request: PlanRequest) {
  const { planId } = await ended<{ planId: string }>(at, await at.boss.call(config.configPlan, request as Input<typeof config.configPlan>));
  const plan = await at.boss.call(config.planGet, { id: planId });
  const { list } = await at.boss.call(config.planItems, { planId, pageSize: 1000 });
  return { ...plan, list };
}

/** A bundle of these files. */
async function bundleOf(files: Record<string, string>, version = 'test', which = ['properties']): Promise<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`format: 1\nversion: ${version}\nareas: [${which.join(', ')}]\ncounts: {}\n`), 'manifest.yaml');
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  const stream = new PassThrough();
  zip.outputStream.pipe(stream);
  return buffer(stream);
}

async function fill(): Promise<void> {
  const { boss } = served;
  const { id: limit } = await boss.call(property.propertyAdd, {
    namespace: 'test',
    key: 'upload.limit',
    type: 'integer',
    default: 5,
    rules: { min: 1, max: 100 },
    description: { zh_CN: '上限', en_US: 'Limit' },
  });
  const { id: key } = await boss.call(property.propertyAdd, {
    namespace: 'test',
    key: 'key',
    secret: true,
    description: { zh_CN: '密钥' },
  });
  const { roleId } = await boss.call(sysRole.save, { name: 'Help desk', code: 'help_desk' });
  await boss.call(sysRole.save, { name: 'Auditor', code: 'auditor', exclusiveWith: [roleId] });
  await boss.call(value.propertyValueSet, { propertyId: limit, scopeKind: 'site', value: 7 });
  await boss.call(value.propertyValueSet, { propertyId: limit, scopeKind: 'role', scopeId: roleId, value: 9, priority: 3 });
  await boss.call(value.propertyValueSet, { propertyId: key, scopeKind: 'site', value: 'hidden-word' });
}

test('What is exported, applied to an empty installation and exported again is the same to the byte; then nothing is left to do', async () => {
  await fill();
  const { bytes } = await exported(served);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    createHash('sha256')
      .update((await exported(served)).bytes)
      .digest('hex'),
  );
  expect(bytes.includes('hidden-word')).toBe(false);
  const fileId = await uploaded(empty, bytes);
  const refused = await planned(empty, { fileId, prune: true });
  const missing = refused.list.find(({ action }) => action === 'refused');
  expect(missing).toMatchObject({ path: 'properties/property-value/test.key%40site.yaml', issues: [{ path: 'sealed' }] });
  const { sealSecretFile } = await import('./secret-file.ts');
  const secretFile = await sealSecretFile({ 'properties/property-value/test.key%40site/sealed': 'hidden-word' }, 'a long passphrase');
  const plan = await planned(empty, { fileId, prune: true, secretFile, passphrase: 'a long passphrase' });
  expect(plan.counts).toMatchObject({ create: 7 });
  expect(plan.counts.refused).toBeUndefined();
  expect(await empty.boss.ask(config.configApply, { planId: plan.id, expected: { create: 6 } })).toMatchObject({ code: 11083 });
  const done = await empty.boss.call(config.configApply, { planId: plan.id, expected: plan.counts });
  expect(done.counts).toEqual(plan.counts);
  expect((await exported(empty)).bytes.equals(bytes)).toBe(true);
  const second = await planned(empty, { fileId, prune: true });
  expect(Object.keys(second.counts)).toEqual(['same']);
  expect(await empty.boss.ask(config.configApply, { planId: plan.id, expected: plan.counts })).toMatchObject({ code: 10412 });
});

test('An applied plan is taken back as one', async () => {
  const { list } = await empty.boss.call(config.planList, { state: ['applied'] });
  const result = await ended<{ reverted: number; conflicts: number }>(
    empty,
    await empty.boss.call(config.configUndo, { planId: list[0]!.id }),
  );
  expect(result).toMatchObject({ reverted: 7, conflicts: 0 });
  expect((await empty.boss.call(config.planGet, { id: list[0]!.id })).state).toBe('undone');
  const left = await empty.database.db.selectFrom('property').select('id').where('namespace', '=', 'test').execute();
  expect(left).toEqual([]);
});

test('Prune deletes what the bundle does not hold, and a plan of former facts is not applied', async () => {
  const { bundleId } = await exported(served);
  const { id } = await served.boss.call(property.propertyAdd, { namespace: 'test', key: 'extra', description: { zh_CN: 'x' } });
  const kept = await planned(served, { bundleId });
  expect(kept.counts.delete).toBeUndefined();
  const plan = await planned(served, { bundleId, prune: true });
  expect(plan.list.find(({ action }) => action === 'delete')).toMatchObject({ path: 'properties/property/test.extra.yaml' });
  await served.boss.call(property.propertyUpdate, { id, version: 1, deprecated: true });
  expect(await served.boss.ask(config.configApply, { planId: plan.id, expected: plan.counts })).toMatchObject({ code: 11083 });
  const again = await planned(served, { bundleId, prune: true });
  await served.boss.call(config.configApply, { planId: again.id, expected: again.counts });
  expect((await served.boss.call(property.propertyList, { namespace: 'test', text: 'extra' })).list).toEqual([]);
});

test('Values of the environment are put in; unknown fields, names and written secrets are refused at their place', async () => {
  const file = (text: string): Record<string, string> => ({ 'properties/property/test.env.yaml': text });
  const plan = async (text: string, mapping: Record<string, string> = {}) =>
    planned(served, { fileId: await uploaded(served, await bundleOf(file(text))), mapping });
  const good = 'type: string\ndefault: { env: HOST }\ndescription: { zh_CN: x }\n';
  expect((await plan(good)).list[0]).toMatchObject({ action: 'refused', issues: [{ path: 'default' }] });
  expect((await plan(good, { HOST: 'a.example' })).list[0]).toMatchObject({ action: 'create' });
  expect((await plan(`${good}bad: 1\n`, { HOST: 'x' })).list[0]).toMatchObject({ issues: [{ path: 'bad' }] });
  expect((await plan('type: integer\ndefault: five\ndescription: { zh_CN: x }\n')).list[0]).toMatchObject({
    issues: [{ path: 'default' }],
  });
  const bytes = await bundleOf({ 'properties/property-value/test.key%40site.yaml': 'propertyId: test.gone\nvalue: x\nsealed: plain\n' });
  const issues = (await planned(served, { fileId: await uploaded(served, bytes) })).list[0]!.issues.map(({ path }) => path);
  expect(issues).toEqual(expect.arrayContaining(['sealed', 'propertyId']));
});

test('Bombs, aliases, tags, foreign paths and bundles of later versions are refused with file and line', async () => {
  const refused = async (bytes: Buffer): Promise<string> => {
    const { jobId } = await served.boss.call(config.configPlan, { fileId: await uploaded(served, bytes) });
    return ended(served, { jobId }).then(
      () => 'planned',
      (error: Error) => error.message,
    );
  };
  const path = 'properties/property/test.a.yaml';
  const bomb = `a: &a [x, x]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [*${'abcdefg'[at]}, *${'abcdefg'[at]}]`).join('\n')}\n`;
  expect(await refused(await bundleOf({ [path]: bomb }))).toMatch(/^11080 .*test\.a\.yaml.* 1\b/);
  expect(await refused(await bundleOf({ [path]: 'type: string\nx: !!js/function >\n  alert(1)\n' }))).toMatch(/^11080 .* 2\b/);
  expect(await refused(await bundleOf({ [path]: `a: ${'['.repeat(5000)}` }))).toMatch(/^11080/);
  expect(await refused(await bundleOf({ [path]: 'a: 1\na: 2\n' }))).toMatch(/^11080 .* 2\b/);
  expect(await refused(await bundleOf({ [path]: '__proto__: { x: 1 }\n' }))).toMatch(/^11080/);
  expect(await refused(Buffer.concat([await bundleOf({ [path]: 'a: 1' })]).subarray(0, 60))).toMatch(/^11080/);
  const evil = await bundleOf({ 'properties/property/xx.yaml': 'a: 1' });
  const bytes = Buffer.from(evil.toString('latin1').replaceAll('properties/property/xx.yaml', '../perties/property/xx.yaml'), 'latin1');
  expect(await refused(bytes)).toMatch(/^11080/);
  expect(await refused(await bundleOf({ [path]: ' '.repeat(60_000_000) }))).toMatch(/^11080/);
});

test('A file-managed area refuses writes by hand with 11084, shows drift, and is given back', async () => {
  const { bundleId } = await exported(served);
  const [area] = (await served.boss.call(config.areaList, {})).list.filter((one) => one.area === 'roles');
  await served.boss.call(config.areaLock, { area: 'roles', version: area!.version, bundleId });
  expect(await served.boss.ask(sysRole.save, { name: 'By hand', code: 'by_hand' })).toMatchObject({ code: 11084 });
  const role = await served.database.db
    .selectFrom('role')
    .select(['id', 'version'])
    .where('code', '=', 'help_desk')
    .executeTakeFirstOrThrow();
  const { id: roleId } = role;
  expect(await served.boss.ask(sysRole.update, { roleId, version: role.version, description: 'x' })).toMatchObject({ code: 11084 });
  expect(await served.boss.ask(sysRole.assignEmployees, { roleId, ids: [served.boss.uid] })).toMatchObject({ code: 0 });
  await served.database.db.updateTable('role').set({ description: 'behind the back' }).where('id', '=', roleId).execute();
  const { drift } = await ended<{ drift: Record<string, number> }>(
    served,
    await served.boss.call(config.configDrift, { areas: ['roles'] }),
  );
  expect(drift).toEqual({ roles: 1 });
  const found = async (request: object) => (await served.boss.call(config.areaList, request)).list.map(({ area: one }) => one);
  expect([await found({ drifted: true }), await found({ managedBy: 'file' })]).toEqual([['roles'], ['roles']]);
  expect(await found({ drifted: false, text: 'ROLES' })).toEqual([]);
  expect(await found({ managedBy: 'console' })).not.toContain('roles');
  const { list } = await served.boss.call(config.areaDrift, { area: 'roles' });
  expect(list[0]).toMatchObject({ action: 'change', fields: [{ field: 'description', before: 'behind the back', after: '' }] });
  const plan = await planned(served, { bundleId, prune: true });
  await served.boss.call(config.configApply, { planId: plan.id, expected: plan.counts });
  expect(await served.boss.ask(config.areaUnlock, { area: 'roles', version: 1 })).toMatchObject({ code: 10409 });
  await served.boss.call(config.areaUnlock, { area: 'roles', version: area!.version + 1 });
  expect(await served.boss.ask(sysRole.save, { name: 'By hand', code: 'by_hand' })).toMatchObject({ code: 0 });
});

test('Who administers a part of the company, or lacks the right to the objects, gets nothing', async () => {
  const part = served.holder({ [configPage.code]: ['1.2'], [configPage.button.export]: ['1.2'] });
  expect(await part.ask(config.areaList, {})).toMatchObject({ code: 10910 });
  expect(await part.ask(config.configExport, { areas })).toMatchObject({ code: 10910 });
  const bare = served.holder({ [configPage.code]: 'all', [configPage.button.export]: 'all' });
  expect(await bare.ask(config.configExport, { areas })).toMatchObject({ code: 65002 });
});
