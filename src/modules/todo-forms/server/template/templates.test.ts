import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveModulesAt, type TestModules } from '#kit/testing/test-module.ts';
import { accessModule } from '#modules/access/server/module.ts';
import { callLogsModule } from '#modules/call-logs/server/module.ts';
import { gatewayModule } from '#modules/gateway/server/module.ts';
import { messagingModule } from '#modules/messaging/server/module.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { addField } from '../../common/form/edit.ts';
import { emptyForm, type FormVersion } from '../../common/form/version.ts';
import { systemSecret, systemTest, systemUsage, todoSystem } from '../../common/template/system.contract.ts';
import * as contract from '../../common/template/template.contract.ts';
import { templateExport, templateImport } from '../../common/template/transfer.contract.ts';
import { approvalForm } from '../../testing/item/make-system.ts';
import { todoFormsModule } from '../module.ts';
import { publishDue } from './publish.ts';
import { publishedVersion, versionById } from './versions.ts';

let served: TestModules;
let systemId = '';
let port = 0;
let answer = '{"code":0}';
const asked: { headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
const peer = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    asked.push({ headers: request.headers, body });
    response.end(answer);
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done));
  port = (peer.address() as AddressInfo).port;
  served = await serveModulesAt(
    [`127.0.0.1:${port}`],
    systemModule,
    ...peopleModules,
    messagingModule,
    callLogsModule,
    accessModule,
    gatewayModule,
    todoFormsModule,
  );
  systemId = (await served.boss.call(todoSystem.add, { name: { zh_CN: '财务' }, code: 'finance', ownerDeptId: rootDepartmentId })).id;
}, 120_000);
afterAll(async () => {
  peer.close();
  await served.close();
});

let made = 0;
const template = async (content: FormVersion = approvalForm): Promise<{ id: string; version: number; code: string }> => {
  const { boss } = served;
  const code = `t${(made += 1)}`;
  const { id } = await boss.call(contract.todoTemplate.add, { systemId, name: { zh_CN: code }, code });
  const { version } = await boss.call(contract.todoTemplate.update, { id, version: 1, draft: content });
  return { id, version, code };
};
const item = async (id: string): Promise<void> => {
  const { db } = served.database;
  await sql`insert into todo_item (id, system_id, out_id, pushed_digest, template_id, version_id, stage, line, data, mode, priority, pushed_at, changed_at)
    select gen_random_uuid(), ${systemId}::uuid, gen_random_uuid()::text, '', ${id}::uuid, v.id, '', '{}', '', 'any', 0, 1, 1
    from todo_version v join todo_template t on t.id = v.template_id and t.published = v.number where t.id = ${id}::uuid`.execute(db);
  onTestFinished(async () => void (await sql`delete from todo_item where template_id = ${id}::uuid`.execute(db)));
};

test('A draft is saved with a version, published as it is, changed, published again with what breaks, and rolled back', async () => {
  const { boss, database } = served;
  const { id, version, code } = await template();
  expect(await publishedVersion(database.db, systemId, code)).toMatchObject({ version: null });
  expect(await boss.ask(contract.todoTemplate.update, { id, version: 1, draft: approvalForm })).toMatchObject({ code: 10409 });
  expect(await boss.call(contract.templatePublish, { id, version, note: 'first' })).toMatchObject({ published: 1 });
  const first = await publishedVersion(database.db, systemId, code.toUpperCase());
  expect(first?.version).toMatchObject({ number: 1, content: approvalForm });
  expect(await boss.call(contract.todoTemplate.get, { id })).toMatchObject({
    published: 1,
    hasDraft: false,
    actions: 3,
    version: version + 1,
  });
  await item(id);
  const { remark: _remark, ...others } = approvalForm.stages[0]!.fields;
  const draft: FormVersion = {
    ...approvalForm,
    fields: approvalForm.fields.filter((field) => field.code !== 'remark'),
    layout: { sections: [{ code: 'main', fields: ['applicant', 'amount'] }] },
    stages: [{ ...approvalForm.stages[0]!, fields: others }, approvalForm.stages[1]!],
  };
  const saved = await boss.call(contract.todoTemplate.update, { id, version: version + 1, draft });
  expect(saved).toMatchObject({ hasDraft: true, open: 1 });
  const checked = await boss.call(contract.templateCheck, { id });
  expect(checked).toMatchObject({ open: 1, published: 1 });
  expect(checked.changes[0]).toMatchObject({ what: 'fieldGone', code: 'remark', breaking: true });
  // The number that was shown beside the breaking change must still be true.
  expect(await boss.ask(contract.templatePublish, { id, version: saved.version, note: '', open: 7 })).toMatchObject({
    code: 17067,
    data: { open: 1 },
  });
  expect(await boss.call(contract.templatePublish, { id, version: saved.version, note: '', open: 1 })).toMatchObject({ published: 2 });
  // Open items keep their version, whose content never changes.
  expect((await versionById(database.db, first!.version!.id))?.content).toEqual(approvalForm);
  expect(await boss.call(contract.templateRollback, { id, version: saved.version + 1, number: 1 })).toEqual({ published: 3 });
  const { list } = await boss.call(contract.templateVersions, { id });
  expect(list.map(({ number, rollbackOf, current, open, note }) => [number, rollbackOf, current, open, note])).toEqual([
    [3, 1, true, 0, ''],
    [2, null, false, 0, ''],
    [1, null, false, 1, 'first'],
  ]);
  expect((await publishedVersion(database.db, systemId, code))?.version).toMatchObject({ number: 3, digest: first!.version!.digest });
  expect((await boss.call(contract.templateCompare, { id, from: 1, to: 3 })).changes).toEqual([]);
  expect((await boss.call(contract.templateCompare, { id, from: 1, to: 2 })).changes[0]).toMatchObject({ what: 'fieldGone' });
  expect(await boss.call(contract.templateVersion, { id, number: 2 })).toMatchObject({ content: draft });
  expect((await boss.call(contract.templateUsage, { id })).versions).toEqual([{ number: 1, open: 1, done: 0, other: 0 }]);
  expect(await boss.ask(contract.todoTemplate.delete, { ids: [id] })).toMatchObject({ code: 10410 });
  expect(await boss.ask(contract.templateVersion, { id, number: 9 })).toMatchObject({ code: 10404 });
});

test('What can’t be drawn is not published: a mistake is 17052, a circle 17068 with its path', async () => {
  const { boss } = served;
  const wrong = await template({ ...emptyForm, fields: [{ code: 'a', type: 'select', label: { zh_CN: 'a' } }] });
  expect(await boss.ask(contract.templatePublish, { id: wrong.id, version: wrong.version, note: '' })).toMatchObject({
    code: 17052,
    data: { problems: [{ key: 'noOptions', path: 'fields.a' }] },
  });
  const field = (code: string, formula: string) => ({ code, type: 'formula' as const, label: { zh_CN: code }, formula });
  const round = await template({ ...emptyForm, fields: [field('a', 'b'), field('b', 'a')] });
  expect(await boss.ask(contract.templatePublish, { id: round.id, version: round.version, note: '' })).toMatchObject({
    code: 17068,
    data: { path: 'a → b → a' },
  });
  const preview = await boss.call(contract.templatePreview, { id: round.id, draft: approvalForm, data: { applicant: 'Ann', amount: 'x' } });
  expect(preview).toMatchObject({ stage: 'check', title: 'Expenses of Ann', actions: ['approve', 'reject', 'ask'] });
  expect(preview.data).toEqual([{ path: 'amount', reason: 'type' }]);
  expect(preview.fields.find(({ code }) => code === 'secretNote')).toMatchObject({ visible: false });
});

test('A publication at a time: planned with its content, cancelled, and published once when it is due', async () => {
  const { boss, services, database } = served;
  const { id, version } = await template();
  const at = services.now() + 60_000;
  expect(await boss.call(contract.templatePublish, { id, version, note: 'later', at })).toEqual({ published: 0, at });
  expect(await boss.call(contract.todoTemplate.get, { id })).toMatchObject({ publishAt: at, publishNote: 'later', published: 0 });
  expect(await boss.call(contract.templateUnplan, { id })).toEqual({ count: 1 });
  await boss.call(contract.templatePublish, { id, version, note: 'later', at });
  // What is drafted afterwards is not what was planned.
  await boss.call(contract.todoTemplate.update, { id, version, draft: addField(approvalForm, 'text').version });
  await publishDue({ database, now: () => at - 1 });
  expect(await boss.call(contract.todoTemplate.get, { id })).toMatchObject({ published: 0 });
  const due = { database, now: () => at + 1 };
  await Promise.all([publishDue(due), publishDue(due)]);
  expect(await boss.call(contract.todoTemplate.get, { id })).toMatchObject({ published: 1, publishAt: null, hasDraft: true });
  expect(await boss.call(contract.templateVersion, { id, number: 1 })).toMatchObject({ content: approvalForm, note: 'later' });
});

test('Templates go from one system to another as a copy or a file, by codes', async () => {
  const { boss } = served;
  const { id, code } = await template();
  const other = (await boss.call(todoSystem.add, { name: { zh_CN: '人事' }, code: 'hr', ownerDeptId: rootDepartmentId })).id;
  expect(await boss.ask(contract.templateCopy, { id, code })).toMatchObject({ code: 10411 });
  const copy = await boss.call(contract.templateCopy, { id, code, systemId: other });
  expect(await boss.call(contract.todoTemplate.get, copy)).toMatchObject({ systemId: other, published: 0, content: approvalForm });
  const { templates } = await boss.call(templateExport, { ids: [id] });
  expect(templates).toMatchObject([{ code, system: 'finance', content: approvalForm }]);
  expect(await boss.call(templateImport, { templates: [{ ...templates[0]!, code: 'new' }, templates[0]!] })).toEqual({
    added: 1,
    changed: 1,
  });
  expect(await boss.ask(templateImport, { templates: [{ ...templates[0]!, system: 'nowhere' }] })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'templates.0.system' }] },
  });
  const newer = [{ ...templates[0]!, content: { ...approvalForm, format: 2 as never } }];
  expect(await boss.ask(templateImport, { templates: newer })).toMatchObject({ code: 10400 });
});

test('Systems: a secret shown once and gone with another host, test answers signed, items keep a system, disabled says how', async () => {
  const { boss } = served;
  const url = `http://127.0.0.1:${port}/todo?x=1`;
  expect(await boss.ask(todoSystem.update, { id: systemId, version: 1, answerMode: 'call' })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'answerUrl' }] },
  });
  await boss.call(todoSystem.update, { id: systemId, version: 1, answerMode: 'call', answerUrl: url });
  expect(await boss.call(systemTest, { id: systemId, what: 'answer' })).toMatchObject({ class: 'noAddress' });
  const { secret } = await boss.call(systemSecret, { id: systemId, version: 2 });
  expect(secret.length).toBeGreaterThan(40);
  expect(await boss.call(todoSystem.get, { id: systemId })).toMatchObject({ hasAnswerSecret: true });
  expect(await boss.call(systemTest, { id: systemId, what: 'answer' })).toMatchObject({ class: 'ok', status: 200 });
  expect(asked).toHaveLength(1);
  expect(asked[0]!.headers).toMatchObject({ 'x-key-id': 'finance' });
  expect(JSON.parse(asked[0]!.body)).toMatchObject({ event: 'test' });
  answer = '<html>';
  expect(await boss.call(systemTest, { id: systemId, what: 'answer' })).toMatchObject({ class: 'notUnderstood' });
  const { id, version, code } = await template();
  expect(await boss.ask(systemTest, { id: systemId, what: 'push', template: code })).toMatchObject({ code: 17051 });
  await boss.call(contract.templatePublish, { id, version, note: '' });
  const push = await boss.call(systemTest, { id: systemId, what: 'push', template: code, data: { applicant: "O'Neill" } });
  expect(push).toMatchObject({ class: 'noFit', answer: 'amount: required' });
  expect(push.request).toContain(String.raw`O'\''Neill`);
  await boss.call(todoSystem.update, { id: systemId, version: 3, answerUrl: 'https://elsewhere.example/todo' });
  expect(await boss.call(todoSystem.get, { id: systemId })).toMatchObject({ hasAnswerSecret: false });
  expect(await boss.ask(todoSystem.delete, { ids: [systemId] })).toMatchObject({ code: 10410 });
  await item(id);
  expect(await boss.ask(todoSystem.delete, { ids: [systemId] })).toMatchObject({ code: 17063 });
  await boss.call(todoSystem.disable, { ids: [systemId], afterDisable: 'hidden', reason: 'broken' });
  expect(await boss.call(todoSystem.get, { id: systemId })).toMatchObject({ enabled: false, afterDisable: 'hidden', open: 1 });
  expect(await boss.call(todoSystem.enable, { ids: [systemId] })).toEqual({ count: 1 });
  expect(await boss.call(systemUsage, { id: systemId })).toMatchObject({ open: 1, accessSystem: null, failed: 0 });
});
