import { sql } from 'kysely';
import type { JobContext } from '#kit/server/services.ts';
import type { Db } from '#kit/server/directory.ts';
import type { KnownPrints, RawRecord } from '../connector/connector.ts';
import type { Mapper } from '../mapping/map-record.ts';
import { openSource, type SourceRow } from './open-source.ts';
import { KnownDepartments } from './known-departments.ts';
import { KnownDigests } from './known-digests.ts';
import { KnownPages } from './known-pages.ts';
import { readRun, type RunRowData } from './run-store.ts';
import { Stage, type Read } from './stage.ts';

/** Attributes that the mapping or the scope looks at: others need not be read. */
function attributesOf(of: RawRecord['of'], { mapping, scope, delivers }: Pick<SourceRow, 'mapping' | 'scope' | 'delivers'>): string[] {
  const named = mapping
    .filter((row) => row.of === of && (row.target !== 'avatar' || delivers.includes('photos')))
    .flatMap(({ from }) =>
      from.kind === 'attribute'
        ? [from.name]
        : from.kind === 'template'
          ? [...from.text.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!)
          : [],
    );
  return [...new Set([...named, ...(of === 'employee' ? scope.filter.map(({ attribute }) => attribute) : [])])];
}

/** What a reading ends with. */
export interface Reading extends Read {
  /** Everything was read to its end: who is missing may be concluded. */
  full: boolean;
  complete: boolean;
  cursor: string | null;
  /** Tells this state of the other side from others; null where it can't be told. */
  mark: string | null;
  /** Nothing changed since the last good reading of everything. */
  same: boolean;
  paths: ReadonlySet<string>;
  /** Whose digests were known and not staged; undefined where everybody was. */
  known: KnownDigests | undefined;
  /** Every department came as it was and stands where it was: none of them was staged. */
  sameDepartments: boolean;
  /** Rows that were staged. */
  staged: number;
}

/** What is read where nobody is asked: nobody is there any more. */
export const nobodyRead: Reading = {
  people: 0,
  departments: 0,
  valid: 0,
  invalid: 0,
  full: true,
  complete: true,
  cursor: null,
  mark: null,
  same: false,
  paths: new Set(),
  known: undefined,
  sameDepartments: false,
  staged: 0,
};

/** Where departments are left out, somebody who did not change may be left out with one that moved: then everybody is looked at. */
const isStagedInPart = ({ scope }: Pick<SourceRow, 'scope'>): boolean => scope.include.length === 0 && scope.exclude.length === 0;

/** Where people are placed by paths these are read of everybody. */
function pagesIn(db: Db, known: Promise<KnownDigests> | undefined, { source, mapper }: Pick<Parts, 'source' | 'mapper'>) {
  return known && !mapper.rows('employee').has('departmentPath') ? KnownPages.of(db, source.id, known) : undefined;
}

async function printsIn(
  known: Promise<KnownDigests> | undefined,
  pages: Promise<KnownPages> | undefined,
): Promise<KnownPrints | undefined> {
  const [digests, ready] = await Promise.all([known, pages]);
  return digests?.hasPrints && ready ? { take: (print) => digests.takePrint(print), pages: ready } : undefined;
}

/** The run is over by a request of somebody: nothing more is done. */
export class RunOver extends Error {}

interface Parts {
  run: RunRowData;
  source: SourceRow;
  mapper: Mapper;
  only: readonly { readonly of: RawRecord['of']; readonly id: string }[] | undefined;
  /** The mark of the last good reading of everything, while nothing else changed. */
  mark: string | undefined;
}

/** Reads a source into staging, page by page. Begins again after a crash. Throws SourceFailure, and RunOver when the run was cancelled. */
export async function readSource(context: JobContext, { run, source, mapper, only, mark }: Parts): Promise<Reading> {
  const { services, signal } = context;
  const { db } = services.database;
  await sql`delete from source_staged where run_id = ${run.id}`.execute(db);
  const { connector, source: opened } = await openSource(services, source);
  // A file of changes is never everything, whatever the run was begun as.
  const isWhole = connector.whole?.(opened.config) ?? true;
  const full = !only && isWhole && (run.kind === 'full' || !connector.incremental(opened.config));
  // Loaded while the other side says what departments there are.
  const known = full && isStagedInPart(source) ? KnownDigests.of(db, source.id) : undefined;
  const departments = known && KnownDepartments.of(db, source, mapper);
  const pages = pagesIn(db, known, { source, mapper });
  const prints = printsIn(known, pages);
  // A failure is thrown where they are waited for.
  for (const one of [known, departments, pages, prints]) one?.catch(() => undefined);
  const stage = new Stage(services.database, { runId: run.id, sourceId: source.id, mapper, scope: source.scope, known, departments });
  const house = { outbound: services.outbound, files: services.files, log: services.log, now: () => services.now() };
  const request = {
    mode: full ? ('full' as const) : ('incremental' as const),
    cursor: full ? null : run.cursor_before,
    ...(only && { only }),
    ...(full && mark !== undefined && { mark }),
    ...(isStagedInPart(source) && { prints: { key: mapper.key, known: prints } }),
    attributes: { employee: attributesOf('employee', source), department: attributesOf('department', source) },
    signal,
  };
  let end: { cursor: string | null; whole?: true; mark?: string } | undefined;
  let same = false;
  let told = services.now();
  for await (const event of connector.read(house, opened, request)) {
    signal.throwIfAborted();
    if ('records' in event) await stage.add(event.records);
    else if ('known' in event) stage.known(event.known);
    else if ('gone' in event) await stage.gone(event.gone);
    else if ('same' in event) same = true;
    else end = event.end;
    if (services.now() - told < 500) continue;
    told = services.now();
    if ((await readRun(db, run.id)).state !== 'reading') throw new RunOver();
    await context.progress({ done: stage.read.people + stage.read.departments, total: null, failed: stage.read.invalid });
  }
  await stage.end();
  if (end && !run.dry_run) await (await pages)?.settle(db);
  return {
    ...stage.read,
    full: full || end?.whole === true,
    complete: end !== undefined || same,
    cursor: end?.cursor ?? null,
    mark: end?.mark ?? null,
    same,
    paths: stage.paths,
    known: await known,
    sameDepartments: stage.sameDepartments,
    staged: stage.staged,
  };
}
