import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { Unconvertible } from './source-type.ts';
import { conversionOf, forgetFiles, inFolder, keepPdf, type Conversion, type ConversionServices } from './conversion.service.ts';
import { ConverterCrash, toPdf } from './convert.ts';
import { findEngines } from './engines.ts';
import { readParams, type ParamRow } from './params.ts';

const lookMillis = 2_000;
const mostTries = 2;
const crashesToQuarantine = 2;

/** Converts what waits, some at once on each node; what a process left that died is taken up again when its lease is over. */
export function workConversions(services: ConversionServices): { stop(): Promise<void> } {
  const end = new AbortController();
  const running = new Set<Promise<void>>();
  const look = async (): Promise<void> => {
    const params = await readParams(services.database.db);
    while (!end.signal.aborted && running.size < params.workers) {
      const row = await take(services, params);
      if (!row) return;
      const work: Promise<void> = convertOne(services, row, { params, signal: end.signal }).finally(() => {
        running.delete(work);
        round();
      });
      running.add(work);
    }
  };
  let looking: Promise<void> | undefined;
  const round = (): void => {
    if (end.signal.aborted) return;
    looking ??= look()
      .catch((error: unknown) => services.log.error({ err: error }, 'The queue of conversions could not be read'))
      .finally(() => (looking = undefined));
  };
  const timer = setInterval(round, lookMillis);
  const unsubscribe = services.bus.subscribe('conversion', () => round());
  round();
  return {
    stop: async () => {
      clearInterval(timer);
      unsubscribe();
      end.abort();
      await looking;
      await Promise.all(running);
    },
  };
}

/** The next one that waits, or whose converter is gone; it is this process's for twice the time that it may take. */
async function take({ database, now }: ConversionServices, params: ParamRow): Promise<Conversion | undefined> {
  const until = now() + 2 * params.timeout * 1_000 + 30_000;
  const { rows } = await sql<Conversion>`update conversion set state = 'running', tries = tries + 1, lease_until = ${until},
      crashes = crashes + case when state = 'running' then 1 else 0 end
    where id = (select id from conversion where state = 'waiting' or (state = 'running' and lease_until < ${now()})
      order by created_at limit 1 for update skip locked) returning *`.execute(database.db);
  return rows[0];
}

interface Working {
  params: ParamRow;
  signal: AbortSignal;
}

async function convertOne(services: ConversionServices, row: Conversion, { params, signal }: Working): Promise<void> {
  const began = performance.now();
  const { db } = services.database;
  const settle = (fields: Partial<Conversion>): Promise<unknown> =>
    db
      .updateTable('conversion')
      .set({ lease_until: null, ms: Math.round(performance.now() - began), ...fields })
      .where('id', '=', row.id)
      .execute();
  try {
    const made = await inFolder(async (folder) => {
      const source = path.join(folder, `source.${row.type}`);
      const file = await db.selectFrom('file').select('hash').where('id', '=', row.source_file!).executeTakeFirstOrThrow();
      await pipeline(await services.files.open(file.hash), createWriteStream(source));
      const limits = { timeoutMillis: params.timeout * 1_000, memoryMiB: params.memory, maxPages: params.max_pages, signal };
      const pdf = await toPdf({ file: source, type: row.type }, { engines: await findEngines(), folder, limits });
      return { pages: pdf.pages, kept: await keepPdf(services, row, pdf.file) };
    });
    await settle({ state: 'ready', pages: made.pages, pdf_file: made.kept.id, bytes: made.kept.size, reason: null });
    await forgetSource(services, row);
  } catch (error) {
    if (signal.aborted) await settle({ state: 'waiting', tries: row.tries - 1 }).catch(() => undefined);
    else
      await settle(outcomeOf(row, error)).catch((later: unknown) =>
        services.log.error({ err: later }, 'A conversion could not be settled'),
      );
    if (!(error instanceof Unconvertible) && !(error instanceof ConverterCrash) && !signal.aborted)
      services.log.error({ err: error }, 'A conversion failed');
  }
}

/** The file itself is needed no more once there is a PDF of it. */
async function forgetSource(services: ConversionServices, row: Conversion): Promise<void> {
  await sql`update file set expires_at = ${services.now() - 120_000} where id = ${row.source_file}::uuid and purpose = 'conversion'`.execute(
    services.database.db,
  );
}

/** What can't be converted fails at once; a crash is tried again, and twice is enough. */
function outcomeOf(row: Conversion, error: unknown): Partial<Conversion> {
  if (error instanceof Unconvertible) return { state: 'failed', reason: error.reason };
  const crashes = row.crashes + (error instanceof ConverterCrash ? 1 : 0);
  const reason = error instanceof ConverterCrash ? error.reason : 'internal';
  if (crashes >= crashesToQuarantine) return { state: 'quarantined', crashes, reason };
  return row.tries >= mostTries ? { state: 'failed', crashes, reason } : { state: 'waiting', crashes, reason };
}

const pollMillis = 150;

/** Waits until a conversion is over, or the time is (ms); answers it as it is then. */
export async function waitFor(services: ConversionServices, id: string, millis: number): Promise<Conversion> {
  const deadline = performance.now() + millis;
  for (;;) {
    const row = await conversionOf(services, id);
    if ((row.state !== 'waiting' && row.state !== 'running') || performance.now() > deadline) return row;
    await new Promise((resolve) => setTimeout(resolve, pollMillis));
  }
}

const dayMillis = 86_400_000;

/** Removes pages that nobody looked at for long, and the oldest ones while they take more room than they may. */
export async function sweepConversions(services: ConversionServices): Promise<void> {
  const params = await readParams(services.database.db);
  const { rows } = await sql<{
    id: string;
  }>`select id from (select id, last_used_at, sum(bytes) over (order by last_used_at desc, id) as used from conversion
      where state not in ('waiting', 'running')) as kept
    where last_used_at < ${services.now() - params.cache_days * dayMillis} or used > ${params.cache_gi_b * 1024 ** 3} limit 1000`.execute(
    services.database.db,
  );
  await removeConversions(
    services,
    rows.map(({ id }) => id),
  );
}

/** Forgets conversions with their pages. */
export async function removeConversions(services: ConversionServices, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await forgetFiles(services, ids);
  const gone = await services.database.db
    .deleteFrom('conversion')
    .where('id', 'in', ids)
    .where('state', '<>', 'running')
    .returning('id')
    .execute();
  return gone.length;
}
