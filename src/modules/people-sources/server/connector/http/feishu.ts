import { SourceFailure, type RawRecord, type RawValue } from '../connector.ts';
import { fetched, tokenOf } from './credentials.ts';
import { dayOf } from './dingtalk.ts';
import { enter, recordOf, topDepartment, type DirectoryWay, type HttpPage, type HttpShape } from './directory.ts';
import { attributesOf, objectsIn, textOf, valueAt } from './json-path.ts';
import { callOf, pagesOf, under } from './pages.ts';

type ObjectOf = Readonly<Record<string, unknown>>;

const home = 'https://open.feishu.cn';
/** The company itself. */
const top = '0';
const contact = '/open-apis/contact/v3';
/** Ids that every app may see, whatever else it may. */
const ids = 'user_id_type=open_id&department_id_type=open_department_id';
const paging = { kind: 'cursor', parameter: 'page_token', next: 'data.page_token', more: 'data.has_more' } as const;

/** Feishu and Lark (飞书): `code` of each answer says whether it is good, whatever its status. */
export function feishuShape({ base, appId }: { base: string; appId: string }): HttpShape {
  const at = base === '' ? home : base;
  return {
    base: at,
    codes: {
      of: (body) => textOf(valueAt(body, 'code')),
      ok: '0',
      expired: ['99991661', '99991663', '99991664', '99991665', '99991668', '99991671', '99991677'],
      limited: ['99991400'],
      auth: ['10003', '10014'],
      permission: ['40004', '40014', '41050', '99991672'],
      gone: ['40015', '41012'],
    },
    credentials: (secret) =>
      fetched((client) =>
        tokenOf(
          client,
          {
            address: under(at, '/open-apis/auth/v3/tenant_access_token/internal'),
            method: 'POST',
            body: JSON.stringify({ app_id: appId, app_secret: secret }),
          },
          { path: 'tenant_access_token' },
        ),
      ),
    tryOut: enter,
    departments,
    people,
    one,
  };
}

/** All at once; where the vendor finds the company too large for that, department by department. */
async function* departments(way: DirectoryWay): AsyncGenerator<HttpPage> {
  try {
    yield* departmentsBelow(way, top, true);
  } catch (error) {
    if (!(error instanceof SourceFailure) || !error.what.endsWith(tooLarge)) throw error;
    const open = [top];
    for (let above = open.shift(); above !== undefined; above = open.shift())
      for await (const { records } of departmentsBelow(way, above, false)) {
        open.push(...records.map(({ values }) => String(values['$id'])));
        yield { records };
      }
  }
}

/** Refused with the first page, before anything was read. */
const tooLarge = ' 43010';

async function* departmentsBelow(way: DirectoryWay, department: string, isWhole: boolean): AsyncGenerator<HttpPage> {
  const list = {
    path: `${contact}/departments/{department}/children?fetch_child=${isWhole}&page_size=50&${ids}`,
    method: 'GET',
    records: 'data.items',
    paging,
    mayLack: true,
  } as const;
  for await (const { records, body } of pagesOf(way, list, { department })) {
    assertWhole(body, list.path);
    yield { records: records.filter((one) => valueAt(one, 'status.is_deleted') !== true).map(departmentOf) };
  }
}

/** Without anybody in it an answer has no list, but it says that there is no more. */
function assertWhole(body: unknown, where: string): void {
  if (typeof valueAt(body, 'data.has_more') !== 'boolean') throw new SourceFailure('protocol', where.split('?')[0]);
}

function departmentOf(object: ObjectOf): RawRecord {
  const parent = textOf(object['parent_department_id']);
  const leaders = objectsIn(object['leaders']).flatMap((one) => textOf(one['leaderID']) ?? textOf(one['leader_id']) ?? []);
  const leader = textOf(object['leader_user_id']);
  return recordOf('department', attributesOf(object), {
    $id: idOf(object, 'open_department_id'),
    $parent: parent === undefined || parent === top ? null : parent,
    $managers: leaders.length > 0 ? leaders : leader === undefined || leader === '' ? undefined : [leader],
  });
}

function idOf(object: ObjectOf, name: string): string {
  const id = textOf(object[name]);
  if (id === undefined || id === '') throw new SourceFailure('protocol', name);
  return id;
}

async function* people(way: DirectoryWay): AsyncGenerator<HttpPage> {
  const list = {
    path: `${contact}/users/find_by_department?department_id={department}&page_size=50&${ids}`,
    method: 'GET',
    records: 'data.items',
    paging,
    mayLack: true,
  } as const;
  for (const department of [top, ...way.departments])
    for await (const { records, body } of pagesOf(way, list, { department })) {
      assertWhole(body, list.path);
      yield { records: records.map((object) => personOf(object, department)) };
    }
}

const genders: Readonly<Record<string, string>> = { '0': 'unknown', '1': 'male', '2': 'female' };

/** Where the app may not see somebody's departments, it is the one that was asked. */
function personOf(object: ObjectOf, asked?: string): RawRecord {
  const all = Array.isArray(object['department_ids']) ? object['department_ids'].flatMap((id) => textOf(id) ?? []) : undefined;
  const main = textOf(objectsIn(object['orders']).find((one) => one['is_primary_dept'] === true)?.['department_id']);
  const ordered = all && main !== undefined && all.includes(main) ? [main, ...all.filter((id) => id !== main)] : all;
  const { is_frozen: frozen, is_resigned: resigned, is_exited: exited } = objectsIn([object['status']])[0] ?? {};
  const joined = Number(object['join_time'] ?? Number.NaN);
  const isKnown = frozen !== undefined || resigned !== undefined || exited !== undefined;
  return recordOf(
    'employee',
    { ...attributesOf(object), ...extras(object) },
    {
      $id: idOf(object, 'open_id'),
      $departments: (ordered ?? (asked === undefined ? undefined : [asked]))?.map((id) => (id === top ? topDepartment : id)),
      $manager: 'leader_user_id' in object ? textOf(object['leader_user_id']) || null : undefined,
      $gender: genders[textOf(object['gender']) ?? ''],
      $hired: joined > 0 ? dayOf(joined * 1000) : undefined,
      $disabled: isKnown ? frozen === true : undefined,
      $left: isKnown ? resigned === true || exited === true : undefined,
    },
  );
}

/** Fields of the company's own, by their ids. */
function extras(object: ObjectOf): Record<string, RawValue> {
  return Object.fromEntries(
    objectsIn(object['custom_attrs']).flatMap((one) => {
      const id = textOf(one['id']);
      const value = textOf(valueAt(one, 'value.name')) ?? textOf(valueAt(one, 'value.text')) ?? textOf(valueAt(one, 'value.url'));
      return id === undefined || value === undefined ? [] : [[`custom_attrs.${id}`, value]];
    }),
  );
}

async function one(way: DirectoryWay, of: RawRecord['of'], id: string): Promise<RawRecord | undefined> {
  const isPerson = of === 'employee';
  if (!isPerson && id === top) return undefined;
  const request = { path: `${contact}/${isPerson ? 'users' : 'departments'}/{id}?${ids}`, method: 'GET' } as const;
  const { body } = await way.client.ask(callOf(way.base, request, { filled: { id } }), way.credentials);
  const [object] = objectsIn([valueAt(body, isPerson ? 'data.user' : 'data.department')]);
  if (!object) throw new SourceFailure('protocol', request.path.split('?')[0]);
  if (!isPerson && valueAt(object, 'status.is_deleted') === true) return undefined;
  return isPerson ? personOf(object) : departmentOf(object);
}
