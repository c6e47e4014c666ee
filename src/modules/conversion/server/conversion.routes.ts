import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { findFile } from '#kit/server/files/files.ts';
import { sendFile } from '#kit/server/files/send-file.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { containing } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { JobKind } from '#kit/server/services.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { sql } from 'kysely';
import {
  conversionCancel,
  conversionClear,
  conversionList,
  conversionPicture,
  conversionRelease,
  conversionRetry,
  convertParamGet,
  convertParamUpdate,
  convertTest,
} from '../common/conversion.contract.ts';
import { paramPage } from '../common/permissions.ts';
import { askFor, assertConverter, cannot, conversionOf, pageFile } from './conversion.service.ts';
import { removeConversions, waitFor } from './convert-work.ts';
import { findEngines } from './engines.ts';
import { convertParamKind, readParams } from './params.ts';

const dayMillis = 86_400_000;

async function getParams({ db, services }: Pick<Call, 'db' | 'services'>): Promise<Reply<typeof convertParamGet>> {
  const [row, engines, { rows }] = await Promise.all([
    readParams(db),
    findEngines(),
    sql<Reply<typeof convertParamGet>['strip']>`select (count(*) filter (where state = 'waiting'))::int as waiting,
      (count(*) filter (where state = 'running'))::int as running, min(created_at) filter (where state = 'waiting') as oldest,
      (count(*) filter (where state = 'failed' and last_used_at > ${services.now() - dayMillis}))::int as "failedDay",
      (count(*) filter (where state = 'quarantined'))::int as quarantined, coalesce(sum(bytes), 0)::bigint as "cacheBytes",
      (count(*) filter (where state = 'ready'))::int as cached from conversion`.execute(db),
  ]);
  const strip = rows[0]!;
  return {
    ...stampsOf(row),
    workers: row.workers,
    timeout: row.timeout,
    memory: row.memory,
    maxSize: row.max_size,
    maxPages: row.max_pages,
    types: row.types,
    dpi: row.dpi,
    cacheGiB: row.cache_gi_b,
    cacheDays: row.cache_days,
    engines: [engines.office, engines.poppler],
    isolated: engines.isolated,
    strip: { ...strip, cacheBytes: Number(strip.cacheBytes) },
  };
}

async function updateParams(call: Call, { version, ...fields }: Parsed<typeof convertParamUpdate>): Promise<Reply<typeof convertParamGet>> {
  await call.write(async (tx) => {
    const { id } = await readParams(tx);
    await changeObjects(tx, call.caller, convertParamKind, [{ id, version, fields }]);
  });
  return getParams(call);
}

const page = (call: Call) => call.caller.language;

async function list(call: Call, input: Parsed<typeof conversionList>): Promise<Reply<typeof conversionList>> {
  const { pageNum, pageSize, sort = '-createdAt', state, type, text } = input;
  const column = { createdAt: 'created_at', size: 'size', ms: 'ms', pages: 'pages' } as const;
  const name = sort.replace('-', '') as keyof typeof column;
  let query = call.db.selectFrom('conversion');
  if (state?.length) query = query.where('state', 'in', state);
  if (type?.length) query = query.where('type', 'in', type);
  if (text) query = query.where(sql<boolean>`(name ilike ${containing(text)} or origin ilike ${containing(text)})`);
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy(column[name], (by) => (sort.startsWith('-') ? by.desc().nullsLast() : by.asc().nullsLast()))
    .orderBy('id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const language = page(call);
  return {
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      type: row.type,
      origin: row.origin,
      state: row.state,
      size: row.size,
      pages: row.pages,
      ms: row.ms,
      tries: row.tries,
      reason: row.reason === null ? null : call.services.texts.text(language, 'conversion', `reason.${row.reason}`),
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
    total: Number(total),
    pages: Math.ceil(Number(total) / pageSize),
  };
}

/** Converts an uploaded file and says how it went. */
export const convertTestJob: JobKind<{ fileId: string }, { conversionId: string; pages: number; ms: number }> = {
  kind: 'conversion.test',
  title: { namespace: 'conversion', key: 'job.test' },
  code: paramPage.button.test,
  run: async ({ services, caller, signal }, { fileId }) => {
    const file = await findFile(services.database.db, caller.uid, fileId, services.now());
    const content = await services.files.open(file.hash);
    const asked = await askFor(services, { name: file.name, content, origin: 'test', askedBy: caller.uid });
    for (;;) {
      signal.throwIfAborted();
      const row = await waitFor(services, asked.id, 2_000);
      if (row.state === 'ready') return { conversionId: row.id, pages: row.pages ?? 0, ms: row.ms ?? 0 };
      if (row.state !== 'waiting' && row.state !== 'running') throw cannot(services, row.reason ?? 'damaged');
    }
  },
};

async function beginTest(call: Call, input: Parsed<typeof convertTest>): Promise<{ jobId: string }> {
  await findFile(call.db, call.caller.uid, input.fileId, call.services.now());
  await assertConverter('pdf');
  return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, convertTestJob, input) }));
}

async function picture(call: Call, input: Parsed<typeof conversionPicture>): Promise<undefined> {
  const row = await conversionOf(call.services, input.id);
  if (row.asked_by !== call.caller.uid) throw notFound();
  const file = await pageFile(call.services, row, input.page);
  await sendFile(call.services.files, { ...file, name: `${row.name}-${input.page}.png`, type: 'image/png' }, call.request, call.response);
  return undefined;
}

type States = readonly ('waiting' | 'failed' | 'cancelled' | 'quarantined')[];

/** Moves conversions from one of these states into another one. */
const move =
  (from: States, to: 'waiting' | 'cancelled') =>
  async (call: Call, { ids }: { ids: string[] }): Promise<{ count: number }> => {
    const rows = await call.write(async (tx) => {
      const moved = await tx
        .updateTable('conversion')
        .set({ state: to, tries: 0, crashes: 0, reason: null, last_used_at: call.services.now() })
        .where('id', 'in', ids)
        .where('state', 'in', [...from])
        // Without its file nothing can be tried again: it comes with the next opening.
        .where((where) => (to === 'waiting' ? where('source_file', 'is not', null) : where.val(true)))
        .returning(['id', 'name'])
        .execute();
      for (const { id, name } of moved) call.caller.touch({ kind: 'conversion', id, name });
      return moved;
    });
    await call.services.bus.publish('conversion', {});
    return { count: rows.length };
  };

/** Calls about parameters, queue and cache. */
export const conversionRoutes: readonly BoundRoute[] = [
  handle(convertParamGet, (call) => getParams(call)),
  handle(convertParamUpdate, updateParams),
  handle(convertTest, beginTest),
  handle(conversionPicture, picture),
  handle(conversionList, list),
  handle(conversionRetry, move(['failed', 'cancelled'], 'waiting')),
  handle(conversionCancel, move(['waiting'], 'cancelled')),
  handle(conversionRelease, move(['quarantined'], 'waiting')),
  handle(conversionClear, async (call, { ids }) => {
    const count = await removeConversions(call.services, ids);
    await call.write(async () => undefined);
    return { count };
  }),
];
