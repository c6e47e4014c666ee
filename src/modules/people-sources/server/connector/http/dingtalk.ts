import { SourceFailure, type RawRecord, type RawValue } from '../connector.ts';
import { fetched, tokenOf } from './credentials.ts';
import { enter, recordOf, topDepartment, type DirectoryWay, type HttpPage, type HttpShape } from './directory.ts';
import { attributesOf, objectsIn, textOf, valueAt } from './json-path.ts';
import { callOf, pagesOf, under } from './pages.ts';

type ObjectOf = Readonly<Record<string, unknown>>;

const home = 'https://oapi.dingtalk.com';
/** The company itself. */
const top = '1';

/** Codes by which the vendor says that a server, a company or an app called too often. */
const tooOften = ['90002', '90003', '90004', '90005', '90006', '90007', '90008', '90009', '90018'];

/** DingTalk (钉钉): `errcode` of each answer says whether it is good; with 88 the reason is in `sub_code`. */
export function dingtalkShape({ base, appId }: { base: string; appId: string }): HttpShape {
  const at = base === '' ? home : base;
  return {
    base: at,
    codes: {
      of: (body) => {
        const code = textOf(valueAt(body, 'errcode'));
        return code === '88' ? (textOf(valueAt(body, 'sub_code')) ?? code) : code;
      },
      ok: '0',
      expired: ['40014', '42001', '41001'],
      limited: tooOften,
      busy: ['-1'],
      auth: ['40001', '40013', '40089', '40096'],
      permission: ['50002', '50004', '60011', '60020'],
      gone: ['60003', '60121', '33012'],
    },
    credentials: (secret) =>
      fetched(
        (client) => {
          const address = under(at, '/gettoken');
          address.searchParams.set('appkey', appId);
          address.searchParams.set('appsecret', secret);
          return tokenOf(client, { address, method: 'GET' }, { path: 'access_token' });
        },
        (token) => ({ query: { access_token: token } }),
      ),
    tryOut: enter,
    departments,
    people,
    one,
  };
}

/** What lists say of a department; the rest is asked for one by one, where somebody looks at it. */
const listed = new Set(['$id', '$parent', 'dept_id', 'name', 'parent_id', 'create_dept_group', 'auto_add_user', 'ext']);

async function* departments(way: DirectoryWay): AsyncGenerator<HttpPage> {
  const list = {
    path: '/topapi/v2/department/listsub',
    method: 'POST',
    body: '{"dept_id":{department}}',
    records: 'result',
    mayLack: true,
  } as const;
  const isMoreWanted = way.wanted.department?.some((name) => !listed.has(name)) ?? true;
  const open = [top];
  for (let above = open.shift(); above !== undefined; above = open.shift())
    for await (const { records } of pagesOf(way, list, { department: above }))
      for (const object of records) {
        const id = idOf(object, 'dept_id');
        open.push(id);
        yield { records: [departmentOf(isMoreWanted ? { ...object, ...(await got(way, 'department', id)) } : object)] };
      }
}

function departmentOf(object: ObjectOf): RawRecord {
  const parent = textOf(object['parent_id']);
  return recordOf('department', attributesOf(object), {
    $id: idOf(object, 'dept_id'),
    $parent: parent === undefined || parent === top ? null : parent,
  });
}

function idOf(object: ObjectOf, name: string): string {
  const id = textOf(object[name]);
  if (id === undefined || id === '') throw new SourceFailure('protocol', name);
  return id;
}

async function* people(way: DirectoryWay): AsyncGenerator<HttpPage> {
  const list = {
    path: '/topapi/v2/user/list',
    method: 'POST',
    body: '{"dept_id":{department},"cursor":0,"size":100}',
    records: 'result.list',
    paging: { kind: 'cursor', parameter: 'cursor', next: 'result.next_cursor', more: 'result.has_more' },
    mayLack: true,
  } as const;
  for (const department of [top, ...way.departments])
    for await (const { records, body } of pagesOf(way, list, { department })) {
      // An answer without a result is half of one.
      if (textOf(valueAt(body, 'result.has_more')) === undefined) throw new SourceFailure('protocol', list.path);
      yield { records: records.map((object) => personOf(object)) };
    }
}

function personOf(object: ObjectOf): RawRecord {
  const ids = Array.isArray(object['dept_id_list']) ? object['dept_id_list'].flatMap((id) => textOf(id) ?? []) : undefined;
  const hired = Number(object['hired_date'] ?? Number.NaN);
  const mobile = textOf(object['mobile']);
  const country = textOf(object['state_code']);
  return recordOf(
    'employee',
    { ...attributesOf(object), ...extras(textOf(object['extension'])) },
    {
      $id: idOf(object, 'userid'),
      $departments: ids?.map((id) => (id === top ? topDepartment : id)),
      // Lists do not say it.
      $manager: 'manager_userid' in object ? (textOf(object['manager_userid']) ?? null) : undefined,
      $hired: dayOf(hired),
      $mobile: mobile && country && !mobile.startsWith('+') ? `+${country.replace(/^\+/, '')}${mobile}` : mobile,
    },
  );
}

/** The day of a moment where the vendor is at home. */
export const dayOf = (millis: number): string | undefined =>
  Number.isFinite(millis) && Math.abs(millis) < 8e15 ? new Date(millis + 8 * 3_600_000).toISOString().slice(0, 10) : undefined;

/** Fields of the company's own: a JSON text in a text. */
function extras(text: string | undefined): Record<string, RawValue> {
  if (text === undefined || !text.startsWith('{')) return {};
  try {
    return Object.fromEntries(Object.entries(attributesOf(JSON.parse(text))).map(([name, value]) => [`extension.${name}`, value]));
  } catch {
    return {};
  }
}

async function got(way: DirectoryWay, of: RawRecord['of'], id: string): Promise<ObjectOf> {
  const isPerson = of === 'employee';
  const request = {
    path: isPerson ? '/topapi/v2/user/get' : '/topapi/v2/department/get',
    method: 'POST',
    body: isPerson ? '{"userid":"{id}"}' : '{"dept_id":{id}}',
  } as const;
  const { body } = await way.client.ask(callOf(way.base, request, { filled: { id } }), way.credentials);
  const [object] = objectsIn([valueAt(body, 'result')]);
  if (!object) throw new SourceFailure('protocol', request.path);
  return object;
}

async function one(way: DirectoryWay, of: RawRecord['of'], id: string): Promise<RawRecord | undefined> {
  if (of === 'department' && (id === top || !/^\d{1,18}$/.test(id))) return undefined;
  const object = await got(way, of, id);
  return of === 'employee' ? personOf(object) : departmentOf(object);
}
