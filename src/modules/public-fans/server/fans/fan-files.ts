import { sql } from 'kysely';
import { createObjects } from '#kit/server/change/change-objects.ts';
import { keepSheet, moment, type MadeSheet, type SheetFormat } from '#kit/server/files/keep-sheet.ts';
import { withNamedSheet } from '#kit/server/files/named-sheet.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { assertMay, assertSees, noteInAccounts } from '#modules/public-accounts/server/public.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import type { FanFilter } from '../../common/fan-filter.ts';
import { fanExport, fanImport, type FanImportResult } from '../../common/fan.contract.ts';
import { fansPage as page, tagPage } from '../../common/permissions.ts';
import { mostTagsOfFan } from '../../common/words.ts';
import { fanTags } from '../tags/tags.ts';
import { labelOf } from '../sheet-job.ts';
import { giveTags, overfull } from '../tags/give-tags.ts';
import { allFans } from './fan-list.ts';
import { fanSource } from './fan-source.ts';

/** Columns of an export. */
const columns = [
  'name',
  'departmentName',
  'title',
  'mode',
  'state',
  'since',
  'tags',
  'lastReadAt',
  'reads30',
  'messages',
  'remark',
] as const;
const maxRows = 200_000;
const atOnce = 500;
/** Lines that a result names. */
const mostRefused = 200;

/** Fans that a filter finds as a file. */
const exportJob: JobKind<{ snoId: string; format: SheetFormat; filter?: FanFilter | undefined }, MadeSheet> = {
  kind: 'fan.export',
  title: { namespace: 'public-fans', key: 'job.exportFans' },
  code: page.button.export,
  run: async (context, { snoId, format, filter = {} }) => {
    const { services, caller } = context;
    await assertSees(services.database.db, caller.scope(), snoId);
    const word = (key: string): string => services.texts.text(caller.language, 'public-fans', key);
    return keepSheet(context, {
      title: word('fans.title'),
      header: columns.map((column) => labelOf(services, caller.language, { row: 'fan', column })),
      rows: cellsOf(context, snoId, filter),
      format,
      query: { snoId, ...filter },
    });
  },
};

async function* cellsOf({ services, caller }: JobContext, snoId: string, filter: FanFilter): AsyncGenerator<Cell[]> {
  const word = (key: string): string => services.texts.text(caller.language, 'public-fans', key);
  for await (const fan of allFans({ db: services.database.db, caller, services }, snoId, filter))
    yield [
      fan.name,
      fan.departmentName,
      fan.title,
      word(`fan.mode.${fan.mode}`),
      word(`fan.state.${fan.state}`),
      moment(fan.since),
      fan.tags.map(({ title }) => title).join(', '),
      moment(fan.lastReadAt),
      fan.reads30,
      fan.messages,
      fan.remark,
    ];
}

const read = {
  account: { namespace: 'public-fans', key: 'import.account' },
  tags: { namespace: 'public-fans', key: 'import.tags' },
};

interface Line {
  readonly line: number;
  readonly account: string;
  readonly uid: string;
  readonly names: readonly string[];
}

/** Gives people of a file the tags beside them, some hundred lines in a transaction. */
const importJobOf = (kind: string, code: string): JobKind<{ snoId: string; fileId: string }, FanImportResult> => ({
  kind,
  title: { namespace: 'public-fans', key: 'job.importFans' },
  code,
  exclusive: ({ snoId }) => snoId,
  run: (context, { snoId, fileId }) =>
    withNamedSheet(context, { fileId, maxRows, columns: read, required: 'account' }, async ({ rows, about }) => {
      const { services, caller } = context;
      const { database, directory } = services;
      await assertMay(database.db, caller, snoId, 'manage');
      const result: FanImportResult = { count: 0, newTags: 0, refused: [], more: 0 };
      let some: Line[] = [];
      let done = 0;
      const take = async (): Promise<void> => {
        const refused = await bring(context, snoId, { lines: some, result });
        for (const one of refused) refuse(result, one);
        some = [];
        await context.progress({ done, total: about(), failed: result.refused.length + result.more });
      };
      for await (const { line, cells } of rows) {
        done += 1;
        const names = namesIn(cells.tags);
        const person = names.length > 0 ? await directory.byAccount(database.db, cells.account) : undefined;
        if (!person) refuse(result, { line, account: cells.account, reason: names.length > 0 ? 'unknown' : 'noTag' });
        else some.push({ line, account: cells.account, uid: person.uid, names });
        if (some.length >= atOnce) await take();
      }
      if (some.length > 0) await take();
      const { count, newTags } = result;
      const by = { id: caller.uid, name: caller.name };
      await noteInAccounts(database.db, [{ snoId, tab: 'operation', kind: 'fan.import', by, result: 'done', detail: { count, newTags } }]);
      return result;
    }),
});

/** The import as each of its two pages gives it. */
const fansImportJob = importJobOf('fan.import', page.button.import);
const tagsImportJob = importJobOf('fanTag.import', tagPage.button.import);

const namesIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[,;，；、\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== '' && name.length <= 30),
  ),
];

type Refused = FanImportResult['refused'][number];

function refuse(result: FanImportResult, one: Refused): void {
  if (result.refused.length < mostRefused) result.refused.push(one);
  else result.more += 1;
}

/** Tags some people in one transaction; tags that are not there yet are added. Answers the lines that were refused. */
async function bring(
  { services, caller }: JobContext,
  snoId: string,
  { lines, result }: { lines: readonly Line[]; result: FanImportResult },
): Promise<Refused[]> {
  return services.database.db.transaction().execute(async (tx) => {
    const { rows: here } = await sql<{ id: string }>`select fans.id from ${await fanSource(tx, snoId)}
      where fans.id = any(${lines.map(({ uid }) => uid)}::uuid[])`.execute(tx);
    const inside = new Set(here.map(({ id }) => id));
    const refused = lines.filter(({ uid }) => !inside.has(uid)).map(({ line, account }): Refused => ({ line, account, reason: 'unknown' }));
    const good = lines.filter(({ uid }) => inside.has(uid));
    const byName = await tagsNamed(tx, snoId, [...new Set(good.flatMap(({ names }) => names))]);
    const missing = [...new Set(good.flatMap(({ names }) => names).map((name) => name.toLowerCase()))].filter((name) => !byName.has(name));
    for (const folded of missing) {
      const name = good.flatMap(({ names }) => names).find((one) => one.toLowerCase() === folded)!;
      const [id] = await createObjects(tx, caller, fanTags.kinds[0]!, [{ name, path: null, fields: { ...emptyTag, name, snoId } }]);
      byName.set(folded, { id: id!, kind: 'manual' });
      result.newTags += 1;
    }
    for (const { line, account, uid, names } of good) {
      const tags = names.map((name) => byName.get(name.toLowerCase())!);
      const tagIds = tags.map(({ id }) => id);
      const isFull = async (): Promise<boolean> =>
        (await overfull(tx, { snoId, people: [uid], more: tagIds, most: mostTagsOfFan })).size > 0;
      if (tags.some(({ kind }) => kind !== 'manual')) refused.push({ line, account, reason: 'notManual' });
      else if (await isFull()) refused.push({ line, account, reason: 'tooMany' });
      else result.count += (await giveTags(tx, { snoId, tagIds, people: [uid], by: caller.uid, at: services.now() })).length;
    }
    return refused;
  });
}

const emptyTag = {
  kind: 'manual',
  group: null,
  departmentIds: [],
  crowdIds: [],
  newerThan: null,
  olderThan: null,
  readWithin: null,
  unreadFor: null,
};

async function tagsNamed(tx: Tx, snoId: string, names: readonly string[]): Promise<Map<string, { id: string; kind: string }>> {
  const { rows } = await sql<{ id: string; name: string; kind: string }>`select id, lower(name) as name, kind from fan_tag
    where sno_id = ${snoId}::uuid and lower(name) = any(${names.map((name) => name.toLowerCase())}::text[])`.execute(tx);
  return new Map(rows.map(({ id, name, kind }) => [name, { id, kind }]));
}

/** The jobs that write and read files of fans. */
export const fanFileJobs = [exportJob, fansImportJob, tagsImportJob] as const;

/** Fans in files. */
export const fanFileRoutes: readonly BoundRoute[] = [
  handle(fanExport, async (call, input) => {
    await assertSees(call.db, call.caller.scope(), input.snoId);
    call.caller.note({ snoId: input.snoId });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, exportJob, input) }));
  }),
  handle(fanImport, async (call, input) => {
    await assertMay(call.db, call.caller, input.snoId, 'manage');
    call.caller.note({ snoId: input.snoId });
    const job = call.caller.can(page.button.import) ? fansImportJob : tagsImportJob;
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, job, input) }));
  }),
];
