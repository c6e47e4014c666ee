import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { employeeEnable, employeeGet, employeeList } from '../../src/modules/people/common/employee.contract.ts';
import { crowdGet } from '../../src/modules/crowds/common/crowd.contract.ts';
import { departmentList } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { scimTokenAdd } from '../../src/modules/people-sources/common/scim-token.contract.ts';
import {
  sourceAdd,
  sourceAlarmList,
  sourceAlarmSave,
  sourceEnable,
  sourceGet,
  sourceList,
} from '../../src/modules/people-sources/common/source.contract.ts';
import {
  sourceEventList,
  sourceLog,
  sourceRunApply,
  sourceRunGet,
  sourceRunRelease,
  sourceSync,
} from '../../src/modules/people-sources/common/source-run.contract.ts';
import { enterpriseSchema, userSchema } from '../../src/modules/people-sources/server/scim/schema.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from '../product.ts';

let product: TestProduct;
let admin: ConsoleClient;
beforeAll(async () => {
  product = await startTestProduct();
  admin = new ConsoleClient(product.app, product.admin.token);
}, 60_000);
afterAll(() => product.stop());

type Body = Record<string, unknown> & { id: string; totalResults: number; Resources: Body[] };
type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: Body; headers: Record<string, unknown> }>;

/** A source and whoever pushes to it. */
async function provider(code: string, config: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Promise<Send> {
  const { id } = await admin.call(sourceAdd, {
    kind: 'scim',
    name: code,
    code,
    rootDepartmentId,
    config: { groups: 'crowds', ...config },
    leaverPolicy: { do: 'disable' },
    delivers: ['employees', 'managers'],
    ...more,
  });
  const { version } = await admin.call(sourceAlarmList, { id });
  await admin.call(sourceAlarmSave, { id, version, people: [{ address: 'who@example.com' }] });
  await admin.call(sourceEnable, { ids: [id] });
  const { token } = await admin.call(scimTokenAdd, { sourceId: id, name: 'test', expiresAt: Date.now() + 3_600_000 });
  return async (method, path, body, headers = {}) => {
    const answer = await product.app.inject({
      method,
      url: `/scim/v2/${code}${path}`,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/scim+json' }), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: (answer.body === '' ? {} : answer.json()) as Body, headers: answer.headers };
  };
}

const user = (name: string, more: Record<string, unknown> = {}) => ({
  schemas: [userSchema, enterpriseSchema],
  userName: name,
  externalId: `ext-${name}`,
  name: { givenName: 'Given', familyName: name },
  emails: [{ value: `${name}@example.com`, type: 'work', primary: true }],
  active: true,
  ...more,
});
const one = async (account: string) => (await admin.call(employeeList, { text: account, status: ['active', 'disabled'] })).list[0];
const patch = (...operations: unknown[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations });

test('Who pushes needs the token of that very source', async () => {
  const send = await provider('doors');
  const other = await provider('other-doors');
  expect((await send('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true }, bulk: { maxOperations: 1000 } });
  for (const path of ['/Schemas', '/ResourceTypes', '/Users', '/Groups']) expect((await send('GET', path)).status).toBe(200);
  const bare = await product.app.inject({ method: 'GET', url: '/scim/v2/doors/Users' });
  expect(bare.statusCode).toBe(401);
  expect(bare.json()).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' });
  const { body } = await send('POST', '/Users', user('doors.one'));
  expect((await other('GET', `/Users/${body.id}`)).status).toBe(404);
  expect((await send('GET', '/Users/nonsense')).status).toBe(404);
  await sql`update scim_token set expires_at = 0 where source_id = (select id from source where code = 'doors')`.execute(
    product.database.db,
  );
  expect((await send('GET', '/Users')).status).toBe(401);
  expect((await send('POST', '/Users', user('doors.two'))).status).toBe(401);
});

test('A user comes, changes, is found, is put out within the call and comes back', async () => {
  const send = await provider('life');
  const made = await send(
    'POST',
    '/Users',
    user('ada', { title: 'Countess', [enterpriseSchema]: { employeeNumber: 'N1' }, password: 'never kept' }),
  );
  expect(made).toMatchObject({ status: 201, body: { userName: 'ada', meta: { resourceType: 'User', version: 'W/"1"' } } });
  expect(JSON.stringify(made.body)).not.toContain('never kept');
  const { id } = made.body;
  const ada = (await one('ada'))!;
  expect(ada).toMatchObject({
    account: 'ada',
    name: 'Given ada',
    title: 'Countess',
    employeeNo: 'N1',
    email: 'ada@example.com',
    status: 'active',
  });
  expect(await send('POST', '/Users', user('ADA'))).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });

  expect((await send('GET', `/Users?filter=${encodeURIComponent('userName eq "Ada"')}`)).body).toMatchObject({
    totalResults: 1,
    Resources: [{ id }],
  });
  expect(
    (await send('GET', `/Users?filter=${encodeURIComponent('emails[type eq "work" and value co "ada@"] and not (title eq "Duke")')}`)).body
      .totalResults,
  ).toBe(1);
  expect((await send('GET', `/Users?filter=${encodeURIComponent('shoeSize gt 3')}`)).body).toMatchObject({ scimType: 'invalidFilter' });
  expect((await send('GET', `/Users/${id}?attributes=userName`)).body).not.toHaveProperty('title');

  const changed = await send('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'title', value: 'Analyst' }), { 'if-match': 'W/"1"' });
  expect(changed).toMatchObject({ status: 200, body: { title: 'Analyst', meta: { version: 'W/"2"' } } });
  expect(await send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'title', value: 'x' }), { 'if-match': 'W/"1"' })).toMatchObject({
    status: 412,
  });
  expect(await send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'shoeSize', value: 4 }))).toMatchObject({
    status: 400,
    body: { scimType: 'invalidPath' },
  });
  expect((await one('ada'))!.title).toBe('Analyst');

  await product.setPassword(ada.id);
  const session = new ConsoleClient(product.app, await signIn(product.app, 'ada', testPassword));
  expect((await send('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))).body).toMatchObject({
    active: false,
  });
  expect((await one('ada'))!.status).toBe('disabled');
  expect((await session.ask(employeeList, { pageSize: 1 })).code).toBe(65003);
  expect((await send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }))).body).toMatchObject({ active: true });
  expect((await one('ada'))!.status).toBe('active');

  expect((await send('PUT', `/Users/${id}`, user('ada', { name: { givenName: 'Ada', familyName: 'Lovelace' } }))).body).not.toHaveProperty(
    'title',
  );
  expect(await one('ada')).toMatchObject({ name: 'Ada Lovelace', title: null });
  expect((await send('DELETE', `/Users/${id}`)).status).toBe(204);
  expect((await send('DELETE', `/Users/${id}`)).status).toBe(404);
  expect((await one('ada'))!.status).toBe('disabled');
  // Pushed anew it has another id there, and is the same person here.
  const again = await send('POST', '/Users', user('ada', { [enterpriseSchema]: { employeeNumber: 'N1' } }));
  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(id);
  expect(await one('ada')).toMatchObject({ id: ada.id, status: 'active', name: 'Given ada' });
});

test('Groups are crowds whose members come and go, or departments that people are in', async () => {
  const send = await provider('as-crowds');
  const ids = await Promise.all(['gr.a', 'gr.b', 'gr.c'].map(async (name) => (await send('POST', '/Users', user(name))).body.id));
  const group = (await send('POST', '/Groups', { displayName: 'Pilots', members: [{ value: ids[0] }, { value: ids[1] }] })).body;
  const { rows } = await sql<{ crowd_id: string }>`select crowd_id from scim_resource where id = ${group.id}`.execute(product.database.db);
  await expect.poll(async () => (await admin.call(crowdGet, { id: rows[0]!.crowd_id })).memberCount).toBe(2);
  await send(
    'PATCH',
    `/Groups/${group.id}`,
    patch({ op: 'Add', path: 'members', value: [{ value: ids[2] }] }, { op: 'remove', path: `members[value eq "${ids[0]}"]` }),
  );
  const people = (await admin.call(crowdGet, { id: rows[0]!.crowd_id })).includes;
  expect(people.toSorted()).toEqual([(await one('gr.b'))!.id, (await one('gr.c'))!.id].toSorted());
  expect((await send('GET', `/Users/${ids[2]}`)).body).toMatchObject({ groups: [{ value: group.id, display: 'Pilots' }] });
  expect((await send('DELETE', `/Groups/${group.id}`)).status).toBe(204);

  const tree = await provider(
    'as-departments',
    { groups: 'departments' },
    { delivers: ['departments', 'employees', 'memberships', 'managers'] },
  );
  const bob = (await tree('POST', '/Users', user('dep.bob'))).body.id;
  const team = (await tree('POST', '/Groups', { displayName: 'SCIM team', members: [{ value: bob }] })).body.id;
  const names = async (account: string) =>
    (await admin.call(employeeGet, { id: (await one(account))!.id })).departments.map(({ name }) => name);
  expect(await names('dep.bob')).toEqual(['SCIM team']);
  await tree('PATCH', `/Groups/${team}`, patch({ op: 'replace', path: 'displayName', value: 'SCIM crew' }));
  const all = (await admin.call(departmentList, { parentId: rootDepartmentId, pageSize: 100 })).list.map(({ name }) => name.zh_CN ?? '');
  expect(all.filter((name) => name.startsWith('SCIM'))).toEqual(['SCIM crew']);
});

test('A group whose end is refused is still there, and goes when it is asked for again', async () => {
  const crew = (await admin.call(departmentList, { parentId: rootDepartmentId, pageSize: 100 })).list.find(
    ({ name }) => name.zh_CN === 'SCIM crew',
  )!;
  const send = await provider(
    'refused-group',
    { groups: 'departments' },
    {
      rootDepartmentId: crew.id,
      delivers: ['departments', 'employees', 'memberships', 'managers'],
      brake: { lose: { percent: 1, floor: 1, cap: 500 } },
    },
  );
  const names = ['rg.a', 'rg.b'];
  const members = [];
  for (const name of names) members.push({ value: (await send('POST', '/Users', user(name, { active: false }))).body.id });
  const { id } = (await send('POST', '/Groups', { displayName: 'Refused', members })).body;
  // Somebody let them in by hand: with the group's end they would lose their sign-in again.
  await admin.call(employeeEnable, { ids: await Promise.all(names.map(async (name) => (await one(name))!.id)) });
  expect((await send('DELETE', `/Groups/${id}`)).status).toBe(503);
  expect((await send('GET', `/Groups/${id}`)).body).toMatchObject({ displayName: 'Refused', members });
  await sql`update source_run set state = 'rejected' where state = 'held'`.execute(product.database.db);
  for (const { value } of members) await send('PATCH', `/Users/${value}`, patch({ op: 'replace', path: 'active', value: true }));
  expect((await send('DELETE', `/Groups/${id}`)).status).toBe(204);
  expect((await send('GET', `/Groups/${id}`)).status).toBe(404);
});

test('Bulk requests answer each operation for itself', async () => {
  const send = await provider('bulk');
  const { body } = await send('POST', '/Bulk', {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
    Operations: [
      { method: 'POST', path: '/Users', bulkId: 'u1', data: user('bulk.one') },
      { method: 'POST', path: '/Users', bulkId: 'u2', data: user('bulk.one') },
      { method: 'POST', path: '/Groups', bulkId: 'g1', data: { displayName: 'Bulk', members: [{ value: 'bulkId:u1' }] } },
      { method: 'PATCH', path: '/Users/bulkId:u1', data: patch({ op: 'replace', path: 'title', value: 'Lead' }) },
      { method: 'SING', path: '/Users' },
    ],
  });
  expect(body).toMatchObject({ scimType: 'invalidSyntax' });
  const done = await send('POST', '/Bulk', {
    Operations: [
      { method: 'POST', path: '/Users', bulkId: 'u1', data: user('bulk.one') },
      { method: 'POST', path: '/Users', bulkId: 'u2', data: user('bulk.one') },
      { method: 'POST', path: '/Groups', bulkId: 'g1', data: { displayName: 'Bulk', members: [{ value: 'bulkId:u1' }] } },
      { method: 'PATCH', path: '/Users/bulkId:u1', data: patch({ op: 'replace', path: 'title', value: 'Lead' }) },
    ],
  });
  expect((done.body['Operations'] as { status: string }[]).map(({ status }) => status)).toEqual(['201', '409', '201', '200']);
  expect((await one('bulk.one'))!.title).toBe('Lead');
});

test('Too many losses within a day wait for an administrator; other people are still served', async () => {
  const brake = { lose: { percent: 1, floor: 2, cap: 500 } };
  const send = await provider('brake', {}, { brake });
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) ids.push((await send('POST', '/Users', user(`brake.${at}`))).body.id);
  const out = patch({ op: 'replace', path: 'active', value: false });
  const statuses = [];
  for (const id of ids.slice(0, 4)) statuses.push((await send('PATCH', `/Users/${id}`, out)).status);
  expect(statuses).toEqual([200, 200, 503, 503]);
  const stopped = await send('PATCH', `/Users/${ids[3]}`, out);
  expect(stopped.headers['retry-after']).toBeDefined();
  expect((await one('brake.3'))!.status).toBe('active');
  expect((await send('GET', `/Users/${ids[3]}`)).body).toMatchObject({ active: true });
  expect((await send('PATCH', `/Users/${ids[3]}`, patch({ op: 'replace', path: 'title', value: 'Still served' }))).status).toBe(200);
  const { rows } = await sql<{
    state: string;
  }>`select state from source_standing where source_id = (select id from source where code = 'brake')`.execute(product.database.db);
  expect(rows[0]!.state).toBe('held');

  const { list } = await admin.call(sourceList, { name: 'brake' });
  const id = list[0]!.id;
  expect((await admin.ask(sourceSync, { id })).code).toBe(10412);
  const runs = await admin.call(sourceLog, { id, state: ['held'] });
  expect(runs.list).toMatchObject([{ kind: 'scim', brake: { rule: 'lose' } }]);
  const runId = runs.list[0]!.id;
  const wish = { runId, expected: { loseSignIn: 1, total: 1 }, reason: 'They did leave' };
  expect((await admin.ask(sourceRunApply, { runId, expected: wish.expected })).code).toBe(12110);
  await admin.jobEnd((await admin.call(sourceRunRelease, wish)).jobId);
  expect((await admin.call(sourceRunGet, { runId })).state).toBe('applied');
  expect((await admin.call(sourceGet, { id })).state).toBe('idle');
  expect((await one('brake.2'))!.status).toBe('disabled');
  // The provider tries again: what was released is done, and the count begins anew.
  for (const at of [2, 3]) {
    expect(await send('PATCH', `/Users/${ids[at]}`, out)).toMatchObject({ status: 200, body: { active: false } });
    expect((await one(`brake.${at}`))!.status).toBe('disabled');
  }
  const made = (await admin.call(sourceEventList, { id })).list.filter(({ kind }) => kind === 'scim.create');
  expect(made.map(({ externalId }) => externalId)).toEqual(ids.toReversed());
  const events = await admin.call(sourceEventList, { id, limit: 3 });
  expect(events.list.map(({ kind, status }) => [kind, status])).toEqual(Array(3).fill(['scim.patch', 200]));
  expect((await admin.call(sourceEventList, { id, limit: 3, after: events.next! })).list).toMatchObject([
    { result: 'refused', status: 503 },
    {},
    {},
  ]);
});
