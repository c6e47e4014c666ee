import { sql } from 'kysely';
import type { JobContext } from '#kit/server/services.ts';
import type { RawRecord } from '../connector/connector.ts';
import type { Mapper } from '../mapping/map-record.ts';
import { openSource, type SourceRow } from './open-source.ts';
import { KnownDigests } from './known-digests.ts';
import { readRun, type RunRowData } from './run-store.ts';
import { Stage, type Read } from './stage.ts';

/** Attributes that the mapping or the scope looks at: others need not be read. */
function attributesOf(of: RawRecord['of'], { mapping, scope }: Pick<SourceRow, 'mapping' | 'scope'>): string[] {
  const named = mapping
    .filter((row) => row.of === of)
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
  paths: ReadonlySet<string>;
  /** Whose digests were known and not staged; undefined where everybody was. */
  known: KnownDigests | undefined;
  /** Rows that were staged. */
  staged: number;
}

/** Where departments are left out, somebody who did not change may be left out with one that moved: then everybody is looked at. */
const isStagedInPart = ({ scope }: Pick<SourceRow, 'scope'>): boolean => scope.include.length === 0 && scope.exclude.length === 0;

/** The run is over by a wish of somebody: nothing more is done. */
export class RunOver extends Error {}

interface Parts {
  run: RunRowData;
  source: SourceRow;
  mapper: Mapper;
  only: readonly { readonly of: RawRecord['of']; readonly id: string }[] | undefined;
}

/** Reads a source into staging, page by page. Begins anew after a crash. Throws SourceFailure, and RunOver when the run was cancelled. */
export async function readSource(context: JobContext, { run, source, mapper, only }: Parts): Promise<Reading> {
  const { services, signal } = context;
  const { db } = services.database;
  await sql`delete from source_staged where run_id = ${run.id}`.execute(db);
  const { connector, source: opened } = await openSource(services, source);
  // A file of changes is never everything, whatever the run was begun as.
  const isWhole = connector.whole?.(opened.config) ?? true;
  const full = !only && isWhole && (run.kind === 'full' || !connector.incremental(opened.config));
  const known = full && isStagedInPart(source) ? await KnownDigests.of(db, source.id) : undefined;
  const stage = new Stage(services.database, { runId: run.id, mapper, scope: source.scope, known });
  const house = { outbound: services.outbound, files: services.files, log: services.log, now: () => services.now() };
  const wish = {
    mode: full ? ('full' as const) : ('incremental' as const),
    cursor: full ? null : run.cursor_before,
    ...(only && { only }),
    attributes: { employee: attributesOf('employee', source), department: attributesOf('department', source) },
    signal,
  };
  let end: { cursor: string | null; whole?: true } | undefined;
  let told = services.now();
  for await (const event of connector.read(house, opened, wish)) {
    signal.throwIfAborted();
    if ('records' in event) await stage.add(event.records);
    else if ('gone' in event) await stage.gone(event.gone);
    else end = event.end;
    if (services.now() - told < 500) continue;
    told = services.now();
    if ((await readRun(db, run.id)).state !== 'reading') throw new RunOver();
    await context.progress({ done: stage.read.people + stage.read.departments, total: null, failed: stage.read.invalid });
  }
  await stage.end();
  return {
    ...stage.read,
    full: full || end?.whole === true,
    complete: end !== undefined,
    cursor: end?.cursor ?? null,
    paths: stage.paths,
    known,
    staged: stage.staged,
  };
}
