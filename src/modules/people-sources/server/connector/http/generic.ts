import type { HttpSourceConfig } from '../../../common/config/http.ts';
import { SourceFailure, type RawRecord } from '../connector.ts';
import { credentialsOf } from './credentials.ts';
import { recordOf, topDepartment, type DirectoryWay, type HttpPage, type HttpShape } from './directory.ts';
import { attributesOf, idsAt, objectsIn, textOf, valueAt } from './json-path.ts';
import { callOf, pagesOf, type Filled } from './pages.ts';

type ObjectOf = Readonly<Record<string, unknown>>;

/** People that are held in memory where only asking shows who is in which department. */
const mostHeld = 200_000;

/** A directory that the configuration describes. */
export function genericShape(config: HttpSourceConfig): HttpShape {
  return {
    base: config.base,
    codes: {
      of: (body) => (config.errorPath === '' ? undefined : textOf(valueAt(body, config.errorPath))),
      ok: config.errorOk,
    },
    credentials: (secret) => credentialsOf(config, secret),
    tryOut: async (way) => {
      for await (const page of pagesOf(way, config.people, { department: config.top })) return page;
      return undefined;
    },
    departments: (way) => departments(way, config),
    people: (way) => people(way, config),
    ...(config.person.path !== '' && { one: (way, of, id) => one(way, config, { of, id }) }),
  };
}

async function* departments(way: DirectoryWay, { departments: list, top }: HttpSourceConfig): AsyncGenerator<HttpPage> {
  if (list.path === '') return;
  // Asked department by department, each answers those right below it.
  const open = [top];
  const seen = new Set<string>();
  for (let above = open.shift(); above !== undefined; above = list.perDepartment ? open.shift() : undefined) {
    for await (const { records } of pagesOf(way, list, { department: above })) {
      const found: RawRecord[] = [];
      for (const object of records) collect(found, object, { list, above: list.perDepartment ? above : '', top });
      const fresh = found.filter(({ values }) => !seen.has(String(values['$id'])));
      for (const { values } of fresh) seen.add(String(values['$id']));
      open.push(...fresh.map(({ values }) => String(values['$id'])));
      yield { records: fresh };
    }
  }
}

interface Above {
  readonly list: HttpSourceConfig['departments'];
  readonly above: string;
  readonly top: string;
}

/** A department, and those that are nested in it. */
function collect(found: RawRecord[], object: ObjectOf, { list, above, top }: Above): void {
  const id = idIn(object, list.id, list.path);
  const parent = list.parent === '' ? above : (textOf(valueAt(object, list.parent)) ?? above);
  const workedOut = { $id: id, $parent: parent === '' || parent === top ? null : parent };
  if (id !== top) found.push(recordOf('department', attributesOf(object, list.children), workedOut));
  if (list.children === '') return;
  for (const below of objectsIn(valueAt(object, list.children))) collect(found, below, { list, above: id, top });
}

function idIn(object: ObjectOf, path: string, where: string): string {
  const id = textOf(valueAt(object, path));
  // Who has no id could not be known again.
  if (id === undefined || id === '') throw new SourceFailure('protocol', `${where} ${path}`);
  return id;
}

async function* people(way: DirectoryWay, config: HttpSourceConfig): AsyncGenerator<HttpPage> {
  const { people: list } = config;
  if (list.path === '') return;
  if (list.perDepartment && list.departments === '') yield* held(way, config);
  else
    for (const department of list.perDepartment ? [config.top, ...way.departments] : [''])
      if (!list.perDepartment || department !== '') yield* listed(way, config, department);
}

async function* listed(way: DirectoryWay, config: HttpSourceConfig, department: string): AsyncGenerator<HttpPage> {
  for await (const { records, body } of pagesOf(way, config.people, filledOf(way, config, department))) {
    follow(way, config, { records, body });
    const isRemoved = (object: ObjectOf): boolean => removed(object, config);
    yield {
      records: records.filter((object) => !isRemoved(object)).map((object) => personOf(object, config)),
      gone: records.filter(isRemoved).map((object) => idIn(object, config.people.id, config.people.path)),
    };
  }
}

const filledOf = ({ since }: DirectoryWay, { sinceParameter }: HttpSourceConfig, department: string): Filled => ({
  department,
  ...(since !== undefined && sinceParameter !== '' && { since: [sinceParameter, since] as const }),
});

/** Nothing in a record says where somebody is: everybody is gathered with the departments that answered them. */
async function* held(way: DirectoryWay, config: HttpSourceConfig): AsyncGenerator<HttpPage> {
  const found = new Map<string, { object: ObjectOf; departments: string[] }>();
  for (const department of [config.top, ...way.departments].filter((id) => id !== ''))
    for await (const { records, body } of pagesOf(way, config.people, filledOf(way, config, department))) {
      follow(way, config, { records, body });
      for (const object of records.filter((one) => !removed(one, config))) {
        const id = idIn(object, config.people.id, config.people.path);
        const known = found.get(id) ?? { object, departments: [] };
        if (!known.departments.includes(department)) known.departments.push(department);
        found.set(id, known);
      }
      if (found.size > mostHeld) throw new SourceFailure('limit', config.people.path);
    }
  const all = [...found.values()];
  for (let at = 0; at < all.length; at += 500)
    yield { records: all.slice(at, at + 500).map(({ object, departments: ids }) => personOf(object, config, ids)) };
}

function personOf(object: ObjectOf, { people: list, top }: HttpSourceConfig, ids?: readonly string[]): RawRecord {
  const departmentIds = ids ?? (list.departments === '' ? undefined : idsAt(object, list.departments));
  return recordOf('employee', attributesOf(object), {
    $id: idIn(object, list.id, list.path),
    $departments: departmentIds?.map((id) => (id === top && top !== '' ? topDepartment : id)),
  });
}

const removed = (object: ObjectOf, { people: list }: HttpSourceConfig): boolean =>
  list.removed !== '' && ['true', '1'].includes((textOf(valueAt(object, list.removed)) ?? '').toLowerCase());

/** Follows the mark: the largest of the people, or what the answer says. */
function follow(
  way: DirectoryWay,
  { sinceParameter, sinceFrom, sincePath }: HttpSourceConfig,
  page: { records: readonly ObjectOf[]; body: unknown },
): void {
  if (sinceParameter === '') return;
  for (const from of sinceFrom === 'answer' ? [page.body] : page.records) {
    const mark = textOf(valueAt(from, sincePath));
    if (mark !== undefined && mark !== '') way.note(mark);
  }
}

async function one(
  way: DirectoryWay,
  config: HttpSourceConfig,
  { of, id }: { of: RawRecord['of']; id: string },
): Promise<RawRecord | undefined> {
  if (of === 'department') throw new SourceFailure('syntax', 'person');
  const { body } = await way.client.ask(callOf(way.base, config.person, { filled: { id } }), way.credentials);
  const object = valueAt(body, config.person.record);
  if (object === null) return undefined;
  const [found] = objectsIn([object]);
  if (!found) throw new SourceFailure('protocol', config.person.path);
  return removed(found, config) ? undefined : personOf(found, config);
}
