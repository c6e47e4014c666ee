import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { revealExport, revealList, scrapeClear, scrapeList } from '../../common/reveal.contract.ts';
import type { ContactScrapeTable } from '../contacts.table.ts';
import { directory } from '../directory.ts';
import { listReveals } from './reveal.query.ts';
import { revealExportJob } from './reveal.export.job.ts';

type Reading = Pick<Call, 'db' | 'caller' | 'services'>;

async function listScrapes(call: Reading, input: Parsed<typeof scrapeList>): Promise<Reply<typeof scrapeList>> {
  const now = call.services.now();
  const state = sql`case when s.state = 'cleared' then 'cleared' when s.until_at <= ${now} then 'over' else s.state end`;
  const conditions = [directory.employeeAmongRange(call.caller.scope(), 's.viewer_id')];
  if (input.empId) conditions.push(sql`s.viewer_id = ${input.empId}::uuid`);
  if (input.state) conditions.push(sql`${state} = ${input.state}`);
  const order = orderOf(input.sort ?? '-since', { since: sql`s.since` }, sql`s.id`);
  const { list: rows, ...counted } = await readPage<
    Omit<ContactScrapeTable, 'state'> & { state: 'watched' | 'blocked' | 'cleared' | 'over' }
  >(
    call.db,
    {
      columns: sql`s.id, s.viewer_id, ${state} as state, s.cards, s.since, s.until_at, s.cleared_at`,
      from: sql`contact_scrape s`,
      where: conditions,
      order,
    },
    input,
  );
  const names = await directory.people(
    call.db,
    rows.map((row) => row.viewer_id),
    call.caller.language,
    call.caller.scope(),
  );
  return {
    list: rows.map((row) => ({
      id: row.id,
      viewer: { id: row.viewer_id, name: names.get(row.viewer_id)?.name ?? '' },
      state: row.state,
      cards: row.cards,
      since: row.since,
      until: row.until_at,
      clearedAt: row.cleared_at,
    })),
    ...counted,
  };
}

async function clear(tx: Tx, { caller, services }: Call, ids: readonly string[]): Promise<number> {
  const range = caller.scope();
  const { rows } = await sql<{ id: string; viewer: string; name: string }>`select s.id, s.viewer_id as viewer, e.name from contact_scrape s
    join employee e on e.id = s.viewer_id where s.id = any(${ids}::uuid[]) and ${directory.employeeInRange(range, 's.viewer_id')} for update of s`.execute(
    tx,
  );
  if (rows.length < new Set(ids).size) throw range.all ? notFound() : outOfRange();
  for (const row of rows) caller.touch({ kind: 'employee', id: row.viewer, name: row.name });
  const now = services.now();
  const done = await sql`update contact_scrape set state = 'cleared', cleared_at = ${now}, cleared_by = ${caller.uid}
    where id = any(${ids}::uuid[]) and state <> 'cleared' and until_at > ${now}`.execute(tx);
  return Number(done.numAffectedRows ?? 0n);
}

/** Operations on what terminals looked at. */
export const logRoutes: readonly BoundRoute[] = [
  handle(revealList, (call, input) => listReveals(call, input)),
  handle(revealExport, (call, input) => {
    // Who has no range is refused here; the job reads within the range as it is while it writes.
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, revealExportJob, input) }));
  }),
  handle(scrapeList, (call, input) => listScrapes(call, input)),
  handle(scrapeClear, (call, { ids }) => call.write(async (tx) => ({ count: await clear(tx, call, ids) }))),
];
