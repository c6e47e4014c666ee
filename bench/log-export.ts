import { setInterval } from 'node:timers';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Input } from '#kit/common/contract.ts';
import { exportFormats, logExport, type ExportFormat } from '#modules/logs/common/export.contract.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse, type House } from './lib/house.ts';
import { ensureLog } from './lib/log-rows.ts';

const memoryLimit = 100;
/** What the design asks of csv; lines of JSON are written the same way. */
const paceLimit = 50_000;
const [rows = 1_000_000] = (process.env['BENCH_EXPORT_ROWS'] ?? '').split(',').filter(Boolean).map(Number);
/** Formats, where not all are wished. */
const wished = (process.env['BENCH_EXPORT_FORMATS'] ?? exportFormats.join(',')).split(',');
const reason = 'Figures of the export';
const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** How much the process grows while the whole of a large log is exported, and how fast it goes, each format in a process of its own. */
export async function logExports(): Promise<Figure[]> {
  const folder = await ensureLog(rows);
  const figures: Figure[] = [];
  for (const format of exportFormats.filter((one) => wished.includes(one))) {
    const house = await startHouse(folder);
    try {
      figures.push(...(await exported(house, format)));
    } finally {
      await house.stop();
    }
  }
  return figures;
}

async function exported(house: House, format: ExportFormat): Promise<Figure[]> {
  const client = await Client.signIn(house.address, 'admin');
  const run = async (filters: Input<typeof logExport>['filters']): Promise<number> => {
    const { jobId } = await client.call(logExport, { log: 'operation', format, filters: { from: 0, ...filters }, reason });
    const { result } = await client.jobEnd(jobId);
    return (result as { rows: number }).rows;
  };
  // What is loaded when it is used first is no growth.
  await run({ requestId: 'request-1' });
  const before = house.memory();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, house.memory())), 20);
  const started = performance.now();
  // A sheet holds a million rows: the log has those of this bench, too.
  const done = await run(format === 'xlsx' ? { dangerous: false } : {}).finally(() => clearInterval(timer));
  const seconds = (performance.now() - started) / 1_000;
  const grown = megabytes(most - before);
  const bare = format === 'csv' ? Math.round(done / (await bareSeconds(house))) : 0;
  const pace = Math.round(done / seconds);
  const name = `export of ${rows.toLocaleString('en')} log rows as ${format}`;
  return [
    {
      name: `${name}: memory`,
      limit: `grows by at most ${memoryLimit} MB`,
      measured: `${grown} MB (${megabytes(before)} to ${megabytes(most)})`,
      holds: grown <= memoryLimit,
    },
    ...(format === 'csv'
      ? [
          {
            name: `${name}: pace`,
            limit: `at least ${paceLimit.toLocaleString('en')} rows/s`,
            measured: `${pace.toLocaleString('en')} rows/s; bare COPY TO ${bare.toLocaleString('en')} rows/s, ${(bare / pace).toFixed(1)} x`,
            holds: pace >= paceLimit,
          },
        ]
      : []),
  ];
}

/** How long the database takes to write the same rows as csv by itself, in its own words and codes, read and dropped here. */
async function bareSeconds(house: House): Promise<number> {
  const client = new pg.Client(house.database);
  await client.connect();
  try {
    const started = performance.now();
    const stream = client.query(
      copyTo(`copy (select at, name, account, actor_kind, operation, module, object_kind, object_name, object_id, object_count, code, address,
        dangerous, duration_ms, request_id, session_id, batch_id, id from audit_log order by at desc, id desc) to stdout with (format csv)`),
    );
    for await (const _piece of stream) continue;
    return (performance.now() - started) / 1_000;
  } finally {
    await client.end();
  }
}
