import type { Entry, Filter } from 'ldapts';
import { dnKey } from '#platform/ldap/dn.ts';
import { Some } from '#platform/ldap/quick-entries.ts';
import type { WaitingEntry } from '#platform/ldap/search-page.ts';
import type { LdapSourceConfig } from '../../../common/config/ldap.ts';
import type { ConnectorHouse, RawRecord, RawValue, ReadEvent, ReadRequest } from '../connector.ts';
import { readable, valuesReader, wantedOf, type Wanted } from './attributes.ts';
import type { Dialect } from './dialect.ts';
import { managersOf } from './managers.ts';
import { markAttributes, markOf, type Mark } from './marks.ts';
import { narrowed, scopeOf, type Scope } from './scope.ts';
import { KnownByPage } from './known-by-page.ts';
import { PrintMaker, printText } from './prints.ts';
import type { Session } from './session.ts';
import { readTree, type Tree } from './tree.ts';

/** Everything that one reading knows. */
interface Reading {
  readonly session: Session;
  readonly config: LdapSourceConfig;
  readonly dialect: Dialect;
  readonly scope: Scope;
  readonly request: ReadRequest;
  readonly mark: Mark;
  readonly tree: Tree;
  /** Departments as they came when the tree was read; undefined where they are read again. */
  readonly units: (readonly WaitingEntry[])[] | undefined;
}

/** What is known before the tree is. */
type Begun = Omit<Reading, 'tree' | 'units'>;

/** One of the two things that are read: where, by which filters, and what is asked of each entry. */
interface Part {
  readonly of: RawRecord['of'];
  readonly bases: readonly string[];
  readonly filters: readonly Filter[];
  readonly wanted: Wanted;
  /** What is asked for whatever the mapping needs. */
  readonly always: readonly string[];
  /** A base of departments that is none itself. */
  isPassedOver(entry: WaitingEntry): boolean;
}

/** Departments, then people, then what is gone, then the end. */
export async function* readAll(
  parts: { session: Session; config: LdapSourceConfig; dialect: Dialect; house: ConnectorHouse },
  request: ReadRequest,
): AsyncGenerator<ReadEvent> {
  const { session, config, dialect, house } = parts;
  const scope = scopeOf(config, dialect);
  // Before anything else: what changes from here on belongs to the next reading.
  const mark = await markOf(session, { kind: dialect.kind, config, house }, request);
  const reading = await withTree({ session, config, dialect, scope, request, mark });
  if (config.departments === 'ou' || config.departments === 'groups') yield* departments(reading);
  yield* people(reading);
  yield* mark.gone();
  yield { end: { cursor: mark.cursor(), ...(mark.whole && { whole: true as const }) } };
}

/** Units that are kept while the tree is read; where there are more they are read again. */
const mostUnits = 20_000;

async function withTree(begun: Begun): Promise<Reading> {
  const { session, config, request, mark } = begun;
  const part = partOf(begun, 'department');
  const { wanted } = part;
  const isWhole = request.mode === 'full' && mark.narrow.every((by) => by === null);
  const names = config.departments === 'ou' && isWhole && wanted.names !== 'all' && !wanted.pictures ? wanted.names : undefined;
  let units: (readonly WaitingEntry[])[] | undefined = names && [];
  let left = mostUnits;
  const take = (page: readonly WaitingEntry[]): void => {
    left -= page.length;
    if (left < 0) units = undefined;
    units?.push(page);
  };
  const keep = names && { attributes: [...new Set([...readable(names, wanted), ...part.always])], take };
  return { ...begun, tree: await readTree(session, config, { ...begun, keep }), units };
}

/** Of an entry its name alone. */
const nothing = new Some([]);

function partOf({ scope, request, mark, dialect, config }: Begun, of: RawRecord['of']): Part {
  const { bases, filter } = of === 'employee' ? scope.people : scope.departments;
  const attribute = config.departments === 'attribute' ? [config.departmentAttribute] : [];
  const isAll = of === 'employee' || config.departments === 'groups' || config.basesAreDepartments;
  const ofPeople = ['manager', 'uid', ...dialect.lock, ...attribute];
  return {
    of,
    bases,
    filters: mark.narrow.map((by) => narrowed(filter, by)),
    wanted: wantedOf(request.attributes?.[of], request.mode === 'sample'),
    always: [...dialect.ids, ...markAttributes[dialect.kind], ...(of === 'employee' ? ofPeople : [])],
    isPassedOver: (entry) => !isAll && scope.isBase(dnKey(entry.outline(nothing).dn)),
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
  const { session, config, scope, dialect, tree, request, mark } = reading;
  const asked = request.attributes?.employee;
  const find = asked && !asked.includes('$manager') ? undefined : managersOf(session, scope, dialect);
  const part = partOf(reading, 'employee');
  const some = outlineOf(config, dialect);
  const maker = request.prints && new PrintMaker(request.prints.key);
  const valuesOf = valuesReader(part.wanted);
  const recordOf = (entry: Entry, place: ReturnType<Tree['ofPerson']>, manager: string | undefined): RawRecord => {
    const values = valuesOf(entry);
    const id = dialect.idOf(entry);
    if (id === undefined) return nameless('employee', entry, values);
    const isDisabled = dialect.isDisabled(entry);
    Object.assign(values, place);
    if (manager !== undefined) values['$manager'] = manager;
    if (isDisabled !== undefined) values['$disabled'] = isDisabled;
    values['$id'] = id;
    values['$dn'] = entry.dn;
    return { of: 'employee', values };
  };
  const pages = request.prints && tree.digest !== undefined ? new KnownByPage(request.prints.key, tree.digest, mark) : undefined;
  for await (const { page, ready: known } of heldUntil(request.prints?.known, waitingOf(reading, part))) {
    const same = known && (await pages?.take(known.pages, page, find));
    if (same !== undefined) {
      yield { known: same };
      continue;
    }
    // Where nobody is known everybody is looked at: then an entry is taken apart once.
    const entries = page.map((one) => (known ? one.outline(some) : one.whole()));
    const managerOf = await find?.(entries);
    const records: RawRecord[] = [];
    const prints: string[] = [];
    for (const [at, entry] of entries.entries()) {
      mark.note(entry);
      const manager = managerOf?.(entry);
      const place = tree.ofPerson(entry);
      const { bytes } = page[at]!;
      const print = bytes && maker?.of(bytes, place, manager);
      if (print !== undefined && known?.take(print)) prints.push(print);
      else
        records.push({
          ...recordOf(known ? page[at]!.whole() : entry, place, manager),
          ...(print !== undefined && { print: printText(print) }),
        });
    }
    if (prints.length > 0) yield { known: prints.length };
    if (records.length > 0) yield { records };
    else if (known) pages?.keep(known.pages, entries, { prints, managerOf });
  }
}

/** Pages that are held while something else is waited for. */
const mostHeld = 50;

/** Pages with what had to be waited for: the directory goes on meanwhile. */
async function* heldUntil<T, R>(
  awaited: Promise<R> | undefined,
  pages: AsyncGenerator<T>,
): AsyncGenerator<{ page: T; ready: R | undefined }> {
  let isReady = awaited === undefined;
  const wait = awaited?.finally(() => (isReady = true));
  // A failure is thrown below.
  wait?.catch(() => undefined);
  const held: T[] = [];
  while (!isReady && held.length < mostHeld) {
    const next = await pages.next();
    if (next.done) break;
    held.push(next.value);
  }
  try {
    const ready = await awaited;
    for (const page of held) yield { page, ready };
    for await (const page of pages) yield { page, ready };
  } finally {
    await pages.return(undefined);
  }
}

/** What is looked at of everybody: who leads them, what places them, and when they changed. */
function outlineOf({ departments, departmentAttribute }: LdapSourceConfig, { kind }: Dialect): Some {
  const places = { ou: [], none: [], groups: ['uid'], attribute: [departmentAttribute] };
  return new Some(['manager', ...places[departments], ...(kind === 'ldap' ? markAttributes.ldap : [])]);
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

/** Reads a part page by page; nothing is taken apart yet. */
async function* waitingOf(reading: Reading, part: Part): AsyncGenerator<readonly WaitingEntry[]> {
  const { session, config, request, units } = reading;
  if (part.of === 'department' && units) {
    for (let page = units.shift(); page; page = units.shift()) yield page.filter((one) => !part.isPassedOver(one));
    return;
  }
  const isSample = request.mode === 'sample';
  let left = isSample ? (request.limit ?? sampleSize) : Infinity;
  const names = await namesOf(reading, part, left);
  const attributes = [...new Set([...names, ...part.always])];
  const most = part.wanted.pictures && !isSample ? pageWithPictures : config.pageSize;
  for (const base of part.bases)
    for (const filter of part.filters)
      for await (const page of session.waiting({ base, scope: 'sub', filter, attributes }, Math.min(left, most))) {
        const taken = page.filter((one) => !part.isPassedOver(one)).slice(0, left);
        left -= taken.length;
        yield taken;
        if (left <= 0) return;
      }
}

/** Reads a part page by page. */
async function* entriesOf(reading: Reading, part: Part): AsyncGenerator<readonly Read[]> {
  const { dialect, mark } = reading;
  const valuesOf = valuesReader(part.wanted);
  for await (const page of waitingOf(reading, part)) {
    const entries = page.map((one) => one.whole());
    for (const entry of entries) mark.note(entry);
    yield entries.map((entry) => ({ entry, id: dialect.idOf(entry), values: valuesOf(entry) }));
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
  for (const base of part.bases)
    for (const filter of part.filters) {
      if (left <= 0) break;
      const search = { base, scope: 'sub' as const, filter, attributes: ['*'], typesOnly: true };
      for await (const entries of session.pages(search, Math.min(left, config.pageSize))) {
        for (const name of entries.flatMap((entry) => Object.keys(entry))) seen.add(name);
        left -= entries.length;
        if (left <= 0) break;
      }
    }
  return readable(seen, wanted);
}
