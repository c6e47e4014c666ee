import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { InvalidInput, notFound } from '#kit/server/refusal.ts';
import type { sourceMappingTry } from '../../common/source-try.contract.ts';
import { mapperOf } from '../mapping/map-record.ts';
import type { MappedIssue } from '../mapping/mapped.ts';
import { rawJson } from '../mapping/raw-json.ts';
import { isPattern } from '../mapping/tools.ts';
import { findRun, findSource, type Means } from './run-query.ts';

type Input = Parsed<typeof sourceMappingTry>;
type TriedRow = Reply<typeof sourceMappingTry>['rows'][number];

interface Raw {
  of: 'employee' | 'department';
  line: number | null;
  raw: Fields;
}

/** Rows of one page of a rehearsal. */
const pageSize = 1000;

/** What a mapping would give on rows that were read, or on a sample; the other side is not asked. */
export async function tryMapping(call: Means, input: Input): Promise<Reply<typeof sourceMappingTry>> {
  for (const [at, { transforms }] of input.mapping.entries())
    for (const one of transforms)
      if (one.do === 'regex' && !(await isPattern(one.pattern)))
        throw new InvalidInput([{ path: `mapping.${at}.transforms`, namespace: 'user-centre', key: 'sourceRun.pattern' }]);
  // What is entered for a new source belongs to nobody yet.
  if (input.sourceId === undefined) call.caller.scope();
  else await findSource(call, input.sourceId);
  const mapper = await mapperOf(input.mapping, '');
  const reply: Reply<typeof sourceMappingTry> = { rows: [], valid: 0, invalid: 0 };
  for await (const { of, line, raw } of rowsOf(call, input)) {
    const { values, issues } = mapper.map(of, raw);
    if (issues.length === 0) reply.valid += 1;
    else reply.invalid += 1;
    if (reply.rows.length < input.n)
      reply.rows.push({ of, line, values: shown(values), issues: issues.map((issue) => worded(call, of, issue)) });
  }
  return reply;
}

const shown = (values: Fields): TriedRow['values'] => values;

function worded({ services, caller }: Means, of: Raw['of'], { path, key, params }: MappedIssue): TriedRow['issues'][number] {
  const label = services.texts.text(caller.language, 'user-centre', `${of}.field.${path}`);
  const field = label === `${of}.field.${path}` ? path : label;
  // What is wrong with extra fields is said as everywhere.
  const text = key.startsWith('extra.') ? `issue.${key}` : `sourceRun.reason.${key}`;
  return { path, message: services.texts.text(caller.language, 'user-centre', text, { field, ...params }) };
}

async function* rowsOf(call: Means, { runId, sourceId, records }: Input): AsyncGenerator<Raw> {
  if (records) {
    for (const { of, values } of records) yield { of, line: null, raw: rawJson(values as Parameters<typeof rawJson>[0]) };
    return;
  }
  const run = runId ?? (sourceId === undefined ? undefined : await lastRun(call, sourceId));
  if (run === undefined) throw notFound();
  const { source_id: source, kind } = await findRun(call, run);
  yield* paged(
    call,
    (after) => sql<Paged>`select seq::text as key, object_kind as of, line, raw from source_staged
    where run_id = ${run}::uuid and seq > ${Number(after || -1)} and not gone and fault is null order by seq limit ${pageSize}`,
  );
  // Who did not change was not staged: what was received stands with the tie. Departments are staged together or not at all.
  if (kind === 'full')
    yield* paged(
      call,
      (
        after,
      ) => sql<Paged>`select l.object_kind || ' ' || l.external_id as key, l.object_kind as of, null as line, l.last_received as raw from source_link l
      where l.source_id = ${source}::uuid and l.state = 'linked' and l.last_received is not null
        and (l.object_kind, l.external_id) > (${after.slice(0, after.indexOf(' ') + 1).trim()}, ${after.slice(after.indexOf(' ') + 1)} collate "C")
        and not exists (select from source_staged st where st.run_id = ${run}::uuid and st.object_kind = l.object_kind
          and (l.object_kind = 'department' or st.external_id = l.external_id))
      order by l.object_kind, l.external_id limit ${pageSize}`,
    );
}

interface Paged extends Raw {
  key: string;
}

async function* paged({ db }: Means, page: (after: string) => RawBuilder<Paged>): AsyncGenerator<Raw> {
  for (let after = ''; ;) {
    const { rows } = await page(after).execute(db);
    yield* rows;
    const last = rows.at(-1)?.key;
    if (rows.length < pageSize || last === undefined) return;
    after = last;
  }
}

/** The last run of a source of which rows are kept; else the last that came to its end. */
async function lastRun(call: Means, sourceId: string): Promise<string | undefined> {
  await findSource(call, sourceId);
  const { rows } = await sql<{ id: string }>`select r.id from source_run r where r.source_id = ${sourceId}::uuid
    and (exists (select from source_staged st where st.run_id = r.id) or r.kind = 'full' and r.state = 'applied') order by r.started_at desc limit 1`.execute(
    call.db,
  );
  return rows[0]?.id;
}
