import type { Entry, Filter } from 'ldapts';
import { dnKey } from '#platform/ldap/dn.ts';
import type { LdapSourceConfig } from '../../../../common/source/config/ldap.ts';
import type { ConnectorHouse, RawRecord, RawValue, ReadEvent, ReadWish } from '../connector.ts';
import { readable, valuesReader, wantedOf, type Wanted } from './attributes.ts';
import type { Dialect } from './dialect.ts';
import { managersOf } from './managers.ts';
import { markAttributes, markOf, type Mark } from './marks.ts';
import { narrowed, scopeOf, type Scope } from './scope.ts';
import type { Search, Session } from './session.ts';
import { readTree, type Tree } from './tree.ts';

/** Everything that one reading knows. */
interface Reading {
  readonly session: Session;
  readonly config: LdapSourceConfig;
  readonly dialect: Dialect;
  readonly scope: Scope;
  readonly wish: ReadWish;
  readonly mark: Mark;
  readonly tree: Tree;
}

/** One of the two things that are read: where, by which filters, and what is asked of each entry. */
interface Part {
  readonly of: RawRecord['of'];
  readonly bases: readonly string[];
  readonly filters: readonly Filter[];
  readonly wanted: Wanted;
  /** What is asked for whatever the mapping needs. */
  readonly always: readonly string[];
  /** A base of departments that is none itself. */
  isPassedOver(entry: Entry): boolean;
}

/** Departments, then people, then what is gone, then the end. */
export async function* readAll(
  parts: { session: Session; config: LdapSourceConfig; dialect: Dialect; house: ConnectorHouse },
  wish: ReadWish,
): AsyncGenerator<ReadEvent> {
  const { session, config, dialect, house } = parts;
  const scope = scopeOf(config, dialect);
  // Before anything else: what changes from here on belongs to the next reading.
  const mark = await markOf(session, { kind: dialect.kind, config, house }, wish);
  const tree = await readTree(session, config, { scope, dialect });
  const reading: Reading = { session, config, dialect, scope, wish, mark, tree };
  if (config.departments === 'ou' || config.departments === 'groups') yield* departments(reading);
  yield* people(reading);
  yield* mark.gone();
  yield { end: { cursor: mark.cursor(), ...(mark.whole && { whole: true as const }) } };
}

function partOf({ scope, wish, mark, dialect, config }: Reading, of: RawRecord['of']): Part {
  const { bases, filter } = of === 'employee' ? scope.people : scope.departments;
  const attribute = config.departments === 'attribute' ? [config.departmentAttribute] : [];
  const isAll = of === 'employee' || config.departments === 'groups' || config.basesAreDepartments;
  const ofPeople = ['manager', 'uid', ...dialect.lock, ...attribute];
  return {
    of,
    bases,
    filters: mark.narrow.map((by) => narrowed(filter, by)),
    wanted: wantedOf(wish.attributes?.[of], wish.mode === 'sample'),
    always: [...dialect.ids, ...markAttributes[dialect.kind], ...(of === 'employee' ? ofPeople : [])],
    isPassedOver: ({ dn }) => !isAll && scope.isBase(dnKey(dn)),
  };
}

async function* departments(reading: Reading): AsyncGenerator<ReadEvent> {
  const { tree } = reading;
  for await (const entries of entriesOf(reading, partOf(reading, 'department'))) {
    const records = entries.flatMap(({ entry, id, values }): RawRecord[] => {
      if (id === undefined) return [nameless('department', entry, values)];
      const place = tree.placeOf(id);
      // What came to be after the tree was read has no place in it yet; it comes with the next reading.
      return place ? [{ of: 'department', values: { ...values, ...place, $id: id, $dn: entry.dn } }] : [];
    });
    if (records.length > 0) yield { records };
  }
}

async function* people(reading: Reading): AsyncGenerator<ReadEvent> {
  const { session, scope, dialect, tree, wish } = reading;
  const asked = wish.attributes?.employee;
  const find = asked && !asked.includes('$manager') ? undefined : managersOf(session, scope, dialect);
  for await (const entries of entriesOf(reading, partOf(reading, 'employee'))) {
    const managerOf = await find?.(entries.map(({ entry }) => entry));
    const records = entries.map(({ entry, id, values }): RawRecord => {
      if (id === undefined) return nameless('employee', entry, values);
      const manager = managerOf?.(entry);
      const isDisabled = dialect.isDisabled(entry);
      Object.assign(values, tree.ofPerson(entry));
      if (manager !== undefined) values['$manager'] = manager;
      if (isDisabled !== undefined) values['$disabled'] = isDisabled;
      values['$id'] = id;
      values['$dn'] = entry.dn;
      return { of: 'employee', values };
    });
    yield { records };
  }
}

/** Without its id nobody can be known again: the record says so instead of being passed over. */
const nameless = (of: RawRecord['of'], { dn }: Entry, values: Record<string, RawValue>): RawRecord => ({
  of,
  values: { ...values, $dn: dn },
  fault: `no id can be read of ${dn}`,
});

/** An entry with what a record keeps of it. */
interface Read {
  readonly entry: Entry;
  readonly id: string | undefined;
  readonly values: Record<string, RawValue>;
}

/** Largest number of records in a sample, unless another is asked for. */
const sampleSize = 10;
/** A page with pictures is a page of megabytes. */
const pageWithPictures = 50;

/** The searches of a part, one after another. */
async function* pagesOf(
  session: Session,
  part: Part,
  each: Pick<Search, 'attributes' | 'typesOnly'> & { size: () => number },
): AsyncGenerator<readonly Entry[]> {
  const { size, ...how } = each;
  for (const base of part.bases) for (const filter of part.filters) yield* session.pages({ base, scope: 'sub', filter, ...how }, size());
}

/** Reads a part page by page. */
async function* entriesOf(reading: Reading, part: Part): AsyncGenerator<readonly Read[]> {
  const { session, config, dialect, wish, mark } = reading;
  const isSample = wish.mode === 'sample';
  let left = isSample ? (wish.limit ?? sampleSize) : Infinity;
  const names = await namesOf(reading, part, left);
  const attributes = [...new Set([...names, ...part.always])];
  const valuesOf = valuesReader(part.wanted);
  const most = part.wanted.pictures && !isSample ? pageWithPictures : config.pageSize;
  for await (const entries of pagesOf(session, part, { attributes, size: () => Math.min(left, most) })) {
    for (const entry of entries) mark.note(entry);
    const taken = entries.filter((entry) => !part.isPassedOver(entry)).slice(0, left);
    left -= taken.length;
    yield taken.map((entry) => ({ entry, id: dialect.idOf(entry), values: valuesOf(entry) }));
    if (left <= 0) return;
  }
}

/**
 * Which attributes are asked for by name. There is no way to ask for all but the passwords: so, where nobody says which are needed, their
 * names are read first and none of their values.
 */
async function namesOf({ session, config }: Reading, part: Part, most: number): Promise<string[]> {
  const { wanted } = part;
  if (wanted.names !== 'all') return readable(wanted.names, wanted);
  const seen = new Set<string>();
  let left = most;
  for await (const entries of pagesOf(session, part, { attributes: ['*'], typesOnly: true, size: () => Math.min(left, config.pageSize) })) {
    for (const entry of entries) for (const name of Object.keys(entry)) seen.add(name);
    left -= entries.length;
    if (left <= 0) break;
  }
  return readable(seen, wanted);
}
