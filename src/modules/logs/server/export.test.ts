import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '#kit/common/contract.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import { serveModules, type TestCaller, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { exportLimits, logExport } from '../common/export.contract.ts';
import { consoleLogin, operationLog } from '../common/permissions.ts';
import { readList } from '../common/read-log.contract.ts';
import { logsModule } from './module.ts';
import { spreadsheetOffice } from '../../../../tests/peers/libreoffice.ts';

let served: TestModules;
beforeAll(async () => {
  served = await serveModules(...peopleModules, logsModule);
  served.work();
});
afterAll(() => served.close());

const reason = 'The auditor asked for it';

/** Exports and answers the file as text. */
async function exported(
  input: Input<typeof logExport>,
  as: TestCaller = served.boss,
): Promise<{ fileId: string; rows: number; body: string }> {
  const { jobId } = await as.call(logExport, { reason, ...input });
  await expect.poll(async () => (await as.call(getJob, { id: jobId })).endedAt).not.toBeNull();
  const job = await as.call(getJob, { id: jobId });
  expect(job.error).toBeNull();
  const result = job.result as { fileId: string; rows: number };
  const { rows } = await served.database.pool.query<{ hash: string }>('select hash from file where id = $1', [result.fileId]);
  return { ...result, body: await text(await served.files.open(rows[0]!.hash)) };
}

test('What is filtered stands in the file, with who took it away; formulas are texts; the export is noted with its reason', async () => {
  for (const name of ['=1+1', 'Plain']) await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } });
  const filters = { word: ['department.add'] };
  const csv = await exported({ log: 'operation', filters, format: 'csv', columns: ['what', 'objectName', 'result'] });
  expect(csv.body.replace('\ufeff', '').split('\r\n').slice(0, 3)).toEqual([
    'What,Object,Result',
    'Added a department,Plain,Done',
    "Added a department,'=1+1,Done",
  ]);
  expect(csv.body).toContain(reason);
  const lines = (await exported({ log: 'operation', filters, format: 'ndjson' })).body.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { objectName: 'Plain', word: 'department.add' },
    { objectName: '=1+1' },
    { export: { reason, log: 'operation' } },
  ]);
  const sheet = await exported({ log: 'operation', filters });
  expect([sheet.rows, sheet.body.slice(0, 2)]).toEqual([2, 'PK']);
  const noted = (await served.boss.call(readList, { area: ['export'] })).list;
  expect(noted.map(({ fileId }) => fileId)).toContain(csv.fileId);
  expect(noted[0]).toMatchObject({ reason, rowsSeen: 2, bytes: expect.any(Number), query: { log: 'operation', format: 'xlsx' } });
});

test('Without a reason, with unknown columns or filters, or without the right of that log nothing is exported', async () => {
  const codeOf = async (input: Input<typeof logExport>, as: TestCaller = served.boss) => (await as.ask(logExport, input)).code;
  expect(await codeOf({ log: 'operation' })).toBe(19032);
  expect(await codeOf({ log: 'operation', reason: 'short' })).toBe(19032);
  expect(await codeOf({ log: 'operation', reason, columns: ['password'] })).toBe(10400);
  expect(await codeOf({ log: 'operation', reason, filters: { result: 'x' } })).toBe(10400);
  expect(await codeOf({ log: 'operation', reason, filters: { contains: 'x', from: 0 } })).toBe(19030);
  const reader = served.holder({ [consoleLogin.button.export]: 'all' });
  expect(await codeOf({ log: 'operation', reason }, reader)).toBe(65002);
  expect(await codeOf({ log: 'consoleLogin', reason }, reader)).toBe(0);
});

test('More rows than a file may hold are refused before anything is written, with both numbers', async () => {
  const before = { ...exportLimits };
  for (const name of ['Limit 1', 'Limit 2', 'Limit 3'])
    await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } });
  Object.assign(exportLimits, { csv: 2 });
  const request = { log: 'operation', reason, filters: { text: 'Limit' }, format: 'csv' } as const;
  const answer = await served.boss.ask(logExport, request);
  Object.assign(exportLimits, before);
  expect(answer).toMatchObject({ code: 19031, msg: 'Too many rows to export: 3 of at most 2' });
  expect((await exported(request)).rows).toBe(3);
});

test('Twenty exports at once wait for one another, and each comes to its file', async () => {
  const request = { log: 'operation', reason, filters: { text: 'Limit' }, format: 'ndjson' } as const;
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await served.boss.call(logExport, request)).jobId));
  const states = async () =>
    (await served.database.pool.query<{ state: string }>('select state from job where id = any($1)', [ids])).rows.map(({ state }) => state);
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        const now = await states();
        seen.add(now.filter((state) => state === 'running').length);
        return now.filter((state) => state === 'done').length;
      },
      { interval: 10 },
    )
    .toBe(20);
  expect(Math.max(...seen)).toBeLessThanOrEqual(2);
});

/** Rows of a file of semicolons, commas or the like, as LibreOffice and our own export write them. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end = ''] of csv.replace('\ufeff', '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end.endsWith('\n')) rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

test.skipIf(spreadsheetOffice === undefined)(
  'LibreOffice opens a workbook with every cell as it is in the log, formulas as texts (apt-get install --no-install-recommends libreoffice-calc)',
  async () => {
    const names = [
      '=1+1',
      '+1',
      '-1',
      '@sum(a1)',
      '=HYPERLINK("http://x","y")',
      'a"b,c;d',
      ' two\nlines ',
      '会社 <b>é</b>',
      '007',
      '1e3',
      'true',
    ];
    await served.database.pool.query(
      `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_name, object_count, code, duration_ms)
        select gen_random_uuid(), (extract(epoch from now()) * 1000)::bigint - n, '', 'acc' || n, '', '', '', 'r' || n, 'sheet.rows', '', 'logs', ($1::text[])[1 + n % $2], n, 0, n from generate_series(1, 5000) as n`,
      [names, names.length],
    );
    const columns = ['account', 'objectName', 'requestId', 'objectCount', 'durationMs'];
    const request: Input<typeof logExport> = { log: 'operation', filters: { word: ['sheet.rows'] }, columns };
    const { fileId } = await exported(request);
    const lines = (await exported({ ...request, format: 'ndjson' })).body.trim().split('\n').slice(0, -1);
    const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-office-'));
    const { rows } = await served.database.pool.query<{ hash: string }>('select hash from file where id = $1', [fileId]);
    writeFileSync(path.join(folder, 'log.xlsx'), await buffer(await served.files.open(rows[0]!.hash)));
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';
    execFileSync(
      spreadsheetOffice!,
      ['--headless', `-env:UserInstallation=file://${folder}/profile`, '--convert-to', filter, '--outdir', folder, 'log.xlsx'],
      {
        cwd: folder,
        stdio: 'ignore',
      },
    );
    const [header, ...read] = cellsOf(readFileSync(path.join(folder, 'log.csv'), 'utf8'));
    rmSync(folder, { recursive: true });
    expect(header).toEqual(['Account', 'Object', 'Request id', 'Objects', 'Duration (ms)']);
    const expected = lines.map((line) => columns.map((name) => String((JSON.parse(line) as Record<string, unknown>)[name])));
    expect(read.slice(0, 5_000)).toEqual(expected);
    expect(read).toHaveLength(5_001);
  },
);

test('Who exports in one department gets its rows alone', async () => {
  await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: 'Out of range' } });
  const narrow = served.holder({ [operationLog.button.export]: ['elsewhere'] });
  expect(await exported({ log: 'operation', format: 'ndjson' }, narrow)).toMatchObject({ rows: 0 });
});

test('Who loses the right while the export runs gets no file', async () => {
  await served.database.pool
    .query(`insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms)
    select gen_random_uuid(), extract(epoch from now())::bigint * 1000 - 1000, '', '', '', '', '', '', 'lost.right', '', 'kit', 0, 0, 0 from generate_series(1, 14000)`);
  // Rows of one moment, found by more than one statement: each once.
  const whole = await exported({ log: 'operation', format: 'ndjson', columns: ['id'], filters: { word: ['lost.right'] } });
  const lines = whole.body.trim().split('\n').slice(0, -1);
  expect([whole.rows, new Set(lines).size]).toEqual([14_000, 14_000]);
  expect(lines).toEqual(lines.toSorted().toReversed());
  const leaver = served.holder({ [operationLog.button.export]: 'all' });
  const { access } = served.services;
  const { grants } = access;
  let asked = 0;
  // Taken away while the third page is read.
  Object.assign(access, {
    grants: async (uid: string) => {
      if (uid === leaver.uid && (asked += 1) > 5) return { ...(await grants(uid)), codes: new Map() };
      return grants(uid);
    },
  });
  const { jobId } = await leaver.call(logExport, { log: 'operation', format: 'csv', reason, filters: { word: ['lost.right'] } });
  const ended = async () =>
    (
      await served.database.pool.query<{ ended_at: number | null; error: { code: number } | null }>(
        'select ended_at, error from job where id = $1',
        [jobId],
      )
    ).rows[0];
  await expect.poll(async () => (await ended())?.ended_at).not.toBeNull();
  Object.assign(access, { grants });
  expect((await ended())?.error?.code).toBe(65002);
  const { rows } = await served.database.pool.query('select from file where owner = $1', [leaver.uid]);
  expect(rows).toHaveLength(0);
});
