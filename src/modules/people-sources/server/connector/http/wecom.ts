import { SourceFailure, type RawRecord, type RawValue } from '../connector.ts';
import { fetched, tokenOf } from './credentials.ts';
import { enter, recordOf, topDepartment, type DirectoryWay, type HttpPage, type HttpShape } from './directory.ts';
import { attributesOf, objectsIn, textOf, valueAt } from './json-path.ts';
import { callOf, pagesOf, under } from './pages.ts';

type ObjectOf = Readonly<Record<string, unknown>>;

const home = 'https://qyapi.weixin.qq.com';
/** The company itself. */
const top = '1';
const path = '/cgi-bin';

/** WeCom (企业微信): `errcode` of each answer says whether it is good. */
export function wecomShape({ base, appId }: { base: string; appId: string }): HttpShape {
  const at = base === '' ? home : base;
  return {
    base: at,
    codes: {
      of: (body) => textOf(valueAt(body, 'errcode')),
      ok: '0',
      expired: ['40014', '41001', '42001'],
      limited: ['45009', '45011', '45033'],
      busy: ['-1'],
      auth: ['40001', '40013', '40091'],
      permission: ['48002', '48009', '50001', '60011', '60020', '301002'],
      gone: ['60003', '60111', '60123', '40003'],
    },
    credentials: (secret) =>
      fetched(
        (client) => {
          const address = under(at, `${path}/gettoken`);
          address.searchParams.set('corpid', appId);
          address.searchParams.set('corpsecret', secret);
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

async function* departments(way: DirectoryWay): AsyncGenerator<HttpPage> {
  const list = { path: `${path}/department/list`, method: 'GET', records: 'department' } as const;
  for await (const { records } of pagesOf(way, list)) {
    const ids = new Set(records.map(({ id }) => textOf(id)));
    // Where only a part may be seen, the departments at its top have a parent that is not there.
    yield { records: records.filter(({ id }) => textOf(id) !== top).map((one) => departmentOf(one, (id) => id !== top && ids.has(id))) };
  }
}

function departmentOf(object: ObjectOf, hasParent: (id: string) => boolean): RawRecord {
  const parent = textOf(object['parentid']) ?? top;
  const order = Number(object['order']);
  return recordOf('department', attributesOf(object), {
    $id: textOf(object['id']) ?? null,
    $parent: hasParent(parent) ? parent : null,
    // Larger numbers stand first there.
    $order: Number.isFinite(order) ? -order : undefined,
  });
}

async function* people(way: DirectoryWay): AsyncGenerator<HttpPage> {
  let isFirst = true;
  for (const department of [top, ...way.departments]) {
    try {
      const list = { path: `${path}/user/list?department_id={department}`, method: 'GET', records: 'userlist' } as const;
      for await (const { records } of pagesOf(way, list, { department })) yield { records: records.map((one) => personOf(one)) };
    } catch (error) {
      // Who was let in lately learns ids and departments alone.
      if (!isFirst || !(error instanceof SourceFailure) || error.category !== 'permission') throw error;
      yield* idsAlone(way);
      return;
    }
    isFirst = false;
  }
}

/** Ids with their departments, a line for each pair: fields that are not delivered are left alone. */
async function* idsAlone(way: DirectoryWay): AsyncGenerator<HttpPage> {
  const found = new Map<string, string[]>();
  const list = {
    path: `${path}/user/list_id`,
    method: 'POST',
    records: 'dept_user',
    paging: { kind: 'cursor', parameter: 'cursor', next: 'next_cursor', size: 10_000, sizeParameter: 'limit' },
  } as const;
  for await (const { records } of pagesOf(way, list))
    for (const { userid, open_userid: open, department } of records) {
      const id = textOf(userid) ?? textOf(open);
      if (id === undefined) throw new SourceFailure('protocol', list.path);
      found.set(id, [...(found.get(id) ?? []), textOf(department) ?? top]);
    }
  const all = [...found];
  for (let from = 0; from < all.length; from += 500)
    yield { records: all.slice(from, from + 500).map(([userid, department]) => personOf({ userid, department })) };
}

const genders: Readonly<Record<string, string>> = { '0': 'unknown', '1': 'male', '2': 'female' };

function personOf(object: ObjectOf): RawRecord {
  const all = Array.isArray(object['department']) ? object['department'].flatMap((id) => textOf(id) ?? []) : undefined;
  const main = textOf(object['main_department']);
  const ordered = all && (main !== undefined && all.includes(main) ? [main, ...all.filter((id) => id !== main)] : all);
  const [leader] = Array.isArray(object['direct_leader']) ? object['direct_leader'] : [undefined];
  const status = textOf(object['status']);
  return recordOf(
    'employee',
    { ...attributesOf(object), ...extras(object) },
    {
      $id: textOf(object['userid']) ?? null,
      $departments: ordered?.map((id) => (id === top ? topDepartment : id)),
      $manager: Array.isArray(object['direct_leader']) ? (textOf(leader) ?? null) : undefined,
      // Numbers of the mainland come without their country.
      $mobile: textOf(object['mobile'])?.replace(/^1\d{10}$/, '+86$&'),
      $gender: genders[textOf(object['gender']) ?? ''],
      // 1 active, 2 disabled, 4 not yet activated, 5 has left the company.
      $disabled: status === undefined ? undefined : status === '2',
      $left: status === undefined ? undefined : status === '5',
    },
  );
}

/** Fields of the company's own. */
function extras(object: ObjectOf): Record<string, RawValue> {
  return Object.fromEntries(
    objectsIn(valueAt(object, 'extattr.attrs')).flatMap((one) => {
      const name = textOf(one['name']);
      const value = textOf(valueAt(one, 'text.value')) ?? textOf(valueAt(one, 'web.url')) ?? textOf(one['value']);
      return name === undefined || value === undefined ? [] : [[`extattr.${name}`, value]];
    }),
  );
}

async function one(way: DirectoryWay, of: RawRecord['of'], id: string): Promise<RawRecord | undefined> {
  const isPerson = of === 'employee';
  if (!isPerson && id === top) return undefined;
  const request = { path: isPerson ? `${path}/user/get?userid={id}` : `${path}/department/get?id={id}`, method: 'GET' } as const;
  const { body } = await way.client.ask(callOf(way.base, request, { filled: { id } }), way.credentials);
  const [object] = objectsIn([isPerson ? body : valueAt(body, 'department')]);
  if (!object || textOf(object[isPerson ? 'userid' : 'id']) === undefined) throw new SourceFailure('protocol', request.path);
  return isPerson ? personOf(object) : departmentOf(object, (parent) => parent !== top && parent !== '0');
}
