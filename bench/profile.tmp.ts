import { copyFileSync, readFileSync, readdirSync, existsSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import path from 'node:path';
import pg from 'pg';
import { applyPlan, getPlan } from '#kit/common/change/plan.contract.ts';
import { employeeImportPreview } from '#modules/user-centre/common/employee-bulk.contract.ts';
import { sampleHeader, sampleRows } from '#modules/user-centre/server/sample-sheet.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import { Client } from './lib/client.ts';
import { startHouse } from './lib/house.ts';
import { peerOf } from './import.ts';
const people = Number(process.env['PEOPLE'] ?? 100000);
const file = `.cache/prof/people-${people}.xlsx`;
if (!existsSync(file))
  await pipeline(
    writeXlsx(sampleRows({ people, departments: Math.ceil(people / 50) }), { sheet: 'People', header: sampleHeader() }),
    createWriteStream(file),
  );
const folder = mkdtempSync('/tmp/wheelhouse-prof-');
let house = await startHouse(path.join(folder, 'data'));
if (process.env['EXPLAIN']) {
  const db = new pg.Client(house.database);
  await db.connect();
  for (const one of [`session_preload_libraries = 'auto_explain'`]) await db.query(`alter system set ${one}`);
  await db.end();
  await house.stop();
  house = await startHouse(path.join(folder, 'data'));
  const again = new pg.Client(house.database);
  await again.connect();
  for (const one of [
    `auto_explain.log_min_duration = ${process.env['EXPLAIN']}`,
    'auto_explain.log_nested_statements = on',
    'auto_explain.log_analyze = on',
    'auto_explain.log_parameter_max_length = 0',
    'auto_explain.log_triggers = on',
  ])
    await again.query(`alter system set ${one}`);
  await again.query('select pg_reload_conf()');
  await again.end();
}
const ticks = (): { node: number; pg: number } => {
  const all = readdirSync('/proc')
    .filter((n) => /^\d+$/.test(n))
    .flatMap((n) => {
      try {
        const s = readFileSync(`/proc/${n}/stat`, 'utf8');
        const r = s.slice(s.lastIndexOf(')') + 2).split(' ');
        return [
          {
            pid: Number(n),
            ppid: Number(r[1]),
            pgid: Number(r[2]),
            cpu: (Number(r[11]) + Number(r[12])) * 10,
            name: s.slice(s.indexOf('(') + 1, s.lastIndexOf(')')),
          },
        ];
      } catch {
        return [];
      }
    });
  const mine = new Set([house.pid]);
  for (let i = 0; i < 6; i++) for (const p of all) if (mine.has(p.ppid)) mine.add(p.pid);
  return {
    node: all.find((p) => p.pid === house.pid)!.cpu,
    pg: all.filter((p) => mine.has(p.pid) && p.name === 'postgres').reduce((s, p) => s + p.cpu, 0),
  };
};
const phase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const a = ticks(),
    t = performance.now(),
    own = process.cpuUsage();
  const r = await work();
  const b = ticks(),
    o = process.cpuUsage(own);
  console.log(
    name.padEnd(8),
    'wall',
    Math.round(performance.now() - t),
    'node cpu',
    b.node - a.node,
    'pg cpu',
    b.pg - a.pg,
    'own cpu',
    Math.round((o.user + o.system) / 1000),
  );
  return r;
};
try {
  const client = await Client.signIn(house.address, 'admin');
  const fileId = await client.upload('people.xlsx', readFileSync(file));
  const db = new pg.Client(house.database);
  await db.connect();
  if (process.env['PGLOG']) {
    await db.query('alter system set log_min_duration_statement = 0');
    await db.query('select pg_reload_conf()');
  }
  let planId = '';
  await phase('plan', async () => {
    const { result } = await client.jobEnd((await client.call(employeeImportPreview, { fileId })).jobId);
    planId = (result as { planId: string }).planId;
  });
  const { counts } = await client.call(getPlan, { id: planId });
  console.log(counts);
  await phase('apply', async () => client.jobEnd((await client.call(applyPlan, { id: planId, expected: counts })).jobId));
  await db.end();
  if (process.env['PGLOG']) {
    const sums = new Map<string, { n: number; ms: number }>();
    let key = '';
    for (const line of readFileSync(path.join(folder, 'data/postgres.log'), 'utf8').split('\n')) {
      const m = /LOG:  duration: ([\d.]+) ms  (?:parse|bind|execute|statement)[^:]*: (.*)/.exec(line);
      if (!m) continue;
      key = m[2]!.slice(0, 110);
      const one = sums.get(key) ?? { n: 0, ms: 0 };
      one.n++;
      one.ms += Number(m[1]);
      sums.set(key, one);
    }
    for (const [k, { n, ms }] of [...sums].sort((a, b) => b[1].ms - a[1].ms).slice(0, 40)) console.log(Math.round(ms), 'ms', n, k);
  }
  if (!process.env['NOPEER']) await phase('peer', () => peerOf(house.database, file, people));
  if (process.env['EXPLAIN']) copyFileSync(path.join(folder, 'data/postgres.log'), '.cache/prof/pg.log');
} finally {
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
