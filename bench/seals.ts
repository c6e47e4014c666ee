import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'node:tls';
import pg from 'pg';
import { sealRuns, sealVerify } from '#modules/logs/common/seal.contract.ts';
import { streamAdd, streamDisable, streamEnable, streamGet } from '#modules/logs/common/stream.contract.ts';
import { makeCertificates } from '../tests/peers/certificates.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse, type House } from './lib/house.ts';
import { insertRows } from './lib/log-rows.ts';

/** What the design asks of the seals and streams of the logs. */
const limits = { lagSeconds: 20, verifyPace: 200_000, verifyMemory: 100, streamPace: 5_000 };
/** Rows a second that are written while the seals are looked at, and for how many seconds. */
const loads = [
  { pace: 2_000, seconds: 20 },
  { pace: 10_000, seconds: 15 },
];
/** Rows in all; `BENCH_SEAL_ROWS` names another number. */
const rows = Number(process.env['BENCH_SEAL_ROWS'] ?? 600_000);
const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
const written = (value: number): string => Math.round(value).toLocaleString('en');

/** How far the seals are behind the rows, how fast they are verified, and how fast rows go out to a receiver. */
export async function seals(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(process.env['BENCH_LOGS'] ?? tmpdir(), 'wheelhouse-seals-'));
  const receiver = await openReceiver(path.join(folder, 'receiver'));
  const house = await startHouse(path.join(folder, 'data'), { ALLOWED_NETWORKS: `127.0.0.1:${receiver.port}` });
  const pool = new pg.Pool({ ...house.database, max: 2 });
  try {
    const client = await Client.signIn(house.address, 'admin');
    const writer = new Writer(pool);
    const figures: Figure[] = [];
    for (const load of loads) figures.push(await lagUnder(writer, load));
    figures.push(await sealingPace(writer));
    figures.push(...(await verifying(house, client, pool)));
    figures.push(await streaming(client, pool, receiver));
    return figures;
  } finally {
    await pool.end();
    await house.stop();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes rows of the operation log as of now. */
class Writer {
  readonly pool: pg.Pool;
  rows = 0;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  async write(count: number): Promise<void> {
    const first = this.rows;
    this.rows += count;
    await this.pool.query(insertRows, [first, first + count - 1, Date.now(), 0]);
  }

  /** For how many seconds the oldest row without a seal has waited. */
  async lag(): Promise<number> {
    const { rows: oldest } = await this.pool.query<{ at: number }>(`select log.at from audit_head head, audit_log log
      where head.stream = 'audit_log' and log.tx >= head.tx and (log.tx, log.id) > (head.tx, head.row_id) order by log.tx, log.id limit 1`);
    return oldest[0] ? (Date.now() - oldest[0].at) / 1_000 : 0;
  }

  async sealed(): Promise<void> {
    while ((await this.lag()) > 0) await sleep(100);
  }
}

/** Ten statements a second. */
const ticks = 10;

async function lagUnder(writer: Writer, { pace, seconds }: { pace: number; seconds: number }): Promise<Figure> {
  const begun = Date.now();
  let longest = 0;
  for (let tick = 1; tick <= seconds * ticks; tick++) {
    await writer.write(pace / ticks);
    longest = Math.max(longest, await writer.lag());
    await sleep(Math.max(0, begun + (tick * 1_000) / ticks - Date.now()));
  }
  const real = (pace * seconds) / ((Date.now() - begun) / 1_000);
  await writer.sealed();
  return {
    name: `delay of the seals at ${written(pace)} rows/s of the operation log`,
    limit: `at most ${limits.lagSeconds} s`,
    measured: `${longest.toFixed(1)} s (${written(real)} rows/s written for ${seconds} s)`,
    holds: longest <= limits.lagSeconds && real >= pace * 0.95,
  };
}

/** What is left of the rows at once: how fast they get their seals. */
async function sealingPace(writer: Writer): Promise<Figure> {
  const count = Math.max(10_000, rows - writer.rows);
  for (let left = count; left > 0; left -= 100_000) await writer.write(Math.min(left, 100_000));
  const begun = performance.now();
  const { rows: waiting } = await writer.pool.query<{ n: number }>(`select count(*)::int as n from audit_log log, audit_head head
    where head.stream = 'audit_log' and (log.tx, log.id) > (head.tx, head.row_id)`);
  await writer.sealed();
  const pace = waiting[0]!.n / ((performance.now() - begun) / 1_000);
  return {
    name: 'sealing of rows that wait',
    limit: 'at least 10,000 rows/s',
    measured: `${written(pace)} rows/s`,
    holds: pace >= 10_000,
  };
}

async function verifying(house: House, client: Client, pool: pg.Pool): Promise<Figure[]> {
  const verify = async () => {
    const { jobId } = await client.call(sealVerify, { log: 'operation' });
    await client.jobEnd(jobId);
    const [run] = (await client.call(sealRuns, {})).list;
    return { rows: run!.rows, seconds: (run!.endedAt! - run!.startedAt!) / 1_000 };
  };
  const before = house.memory();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, house.memory())), 20);
  const runs = [await verify(), await verify()];
  clearInterval(timer);
  const started = performance.now();
  await pool.query(`select max(sha256(convert_to(log::text, 'UTF8'))::text) from audit_log log`);
  const bare = runs[0]!.rows / ((performance.now() - started) / 1_000);
  const pace = Math.max(...runs.map((run) => run.rows / run.seconds));
  return [
    {
      name: `verification of ${written(runs[0]!.rows)} sealed rows`,
      limit: `at least ${written(limits.verifyPace)} rows/s`,
      measured: `${written(pace)} rows/s; the database alone hashes ${written(bare)} rows/s`,
      holds: pace >= limits.verifyPace,
    },
    {
      name: `verification of ${written(runs[0]!.rows)} sealed rows: memory`,
      limit: `grows by at most ${limits.verifyMemory} MB`,
      measured: `${megabytes(most - before)} MB (${megabytes(before)} to ${megabytes(most)})`,
      holds: megabytes(most - before) <= limits.verifyMemory,
    },
  ];
}

/** A receiver over TLS that counts whole messages (RFC 5425 frames). */
interface Receiver {
  port: number;
  ca: string;
  /** Messages so far, and when the first of them came. */
  state: { messages: number; firstAt: number | undefined };
  close(): Promise<void>;
}

async function openReceiver(folder: string): Promise<Receiver> {
  const { mkdir } = await import('node:fs/promises');
  await mkdir(folder);
  const made = makeCertificates(folder, { for: 'IP:127.0.0.1' });
  const state: Receiver['state'] = { messages: 0, firstAt: undefined };
  const server = createServer({ cert: readFileSync(made.certFile), key: readFileSync(made.keyFile) }, (socket) => {
    /** Bytes of the message that is being read, and digits of a length that came in two pieces. */
    let [left, digits] = [0, ''];
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => {
      state.firstAt ??= performance.now();
      for (let at = 0; at < part.length;) {
        if (left === 0) {
          const end = part.indexOf(0x20, at);
          digits += part.toString('ascii', at, end < 0 ? part.length : end);
          if (end < 0) return;
          [left, digits, at] = [Number(digits), '', end + 1];
        }
        const taken = Math.min(left, part.length - at);
        left -= taken;
        at += taken;
        if (left === 0) state.messages += 1;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  return { port: address.port, ca: made.ca, state, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Everything that is sealed goes out, as to a receiver that was away. */
async function streaming(client: Client, pool: pg.Pool, { port, ca, state }: Receiver): Promise<Figure> {
  const { id } = await client.call(streamAdd, { name: 'Bench', host: '127.0.0.1', port, ca, kinds: ['operation'] });
  await client.call(streamEnable, { ids: [id] });
  await client.call(streamDisable, { ids: [id] });
  // Its places are those of somebody who has nothing yet.
  while ((await pool.query(`select from siem_state where node is not null`)).rowCount !== 0) await sleep(100);
  await pool.query(`update siem_position set sent_seq = 0, resume_seq = 0`);
  [state.messages, state.firstAt] = [0, undefined];
  await client.call(streamEnable, { ids: [id] });
  while (state.messages < rows) {
    const { lastError } = await client.call(streamGet, { id });
    if (lastError !== null) throw new Error(`The stream failed: ${lastError}`);
    await sleep(100);
  }
  const pace = state.messages / ((performance.now() - state.firstAt!) / 1_000);
  return {
    name: `stream of ${written(rows)} rows to a receiver over TLS`,
    limit: `at least ${written(limits.streamPace)} messages/s`,
    measured: `${written(pace)} messages/s`,
    holds: pace >= limits.streamPace,
  };
}
