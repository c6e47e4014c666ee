import pg from 'pg';
import type { Input } from '#kit/common/contract.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { operationHistogram, operationList } from '#modules/logs/common/operation-log.contract.ts';
import { departmentKind } from '../src/modules/people/server/department/department.kind.ts';
import { connectDatabase, type Database } from '#platform/database/open-database.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse, type House } from './lib/house.ts';
import { ensureLog, logShape } from './lib/log-rows.ts';
import { inTurns, timed } from './lib/measure.ts';

const pageLimit = 1.3;
const writeLimit = 2;
const rounds = { rounds: 7, repeats: 8 };
/** Rows of the small and of the large log; BENCH_LOG_ROWS names others. */
const [small = 1_000_000, large = 20_000_000] = (process.env['BENCH_LOG_ROWS'] ?? '').split(',').filter(Boolean).map(Number);

type Filter = Input<typeof operationList>;

/** Filters of a page, by the number of the try: each try asks for other rows. */
const cases: Readonly<Record<string, (at: number, log: Log) => Filter>> = {
  'the newest': () => ({}),
  'one administrator': (at) => ({ uid: `00000000-0000-7000-8000-${((at * 37) % logShape.people).toString(16).padStart(12, '0')}` }),
  'one object': (at) => ({ objectId: `object-${(at * 41) % logShape.objects}` }),
  'one address': (at) => ({ address: `10.0.${Math.floor(((at * 7) % logShape.addresses) / 250)}.${(at * 7) % 250}` }),
  'one module': (at) => ({ module: [['user-centre', 'system', 'kit', 'logs'][at % 4]!] }),
  'one audit word': (at) => ({ word: [['employee.update', 'employee.delete', 'role.sys.update'][at % 3]!] }),
  'one request': (at, { rows }) => ({ requestId: `request-${(at * 7_919) % rows}` }),
  refused: () => ({ result: ['refused'] }),
  dangerous: () => ({ dangerous: true }),
  'one module, page 1,000': (at, { deep }) => ({ module: ['user-centre'], after: deep[at % deep.length]! }),
  'one administrator, half way down': (at, log) => ({ ...cases['one administrator']!(at, log), after: log.half[at % log.half.length]! }),
  'one object, half way down': (at, log) => ({ ...cases['one object']!(at, log), after: log.half[at % log.half.length]! }),
  'one address, half way down': (at, log) => ({ ...cases['one address']!(at, log), after: log.half[at % log.half.length]! }),
};

/** What the design asks of answers that no smaller log is a peer of, in milliseconds. */
const limits = { page: 300, histogram: 1_000, names: 3_000, content: 11_000 };
const dayMillis = 86_400_000;

interface Log {
  rows: number;
  house: House;
  client: Client;
  /** Places far from the newest row. */
  deep: string[];
  /** Places in the middle of the log. */
  half: string[];
}

/** A filtered page of a large log against one of a small log, in turns; and an audited write against the same write alone. */
export async function logs(): Promise<Figure[]> {
  const [less, more] = [await openLog(small), await openLog(large)];
  try {
    const figures: Figure[] = [];
    for (const [name, filter] of Object.entries(cases)) {
      const ask = (log: Log) => (at: number) => log.client.call(operationList, { from: 0, ...filter(at, log) });
      const pair = await inTurns(rounds, ask(more), ask(less));
      const measured = `${pair.ratio.toFixed(2)} x (${pair.ours.toFixed(1)} ms, small ${pair.peer.toFixed(1)} ms)`;
      figures.push({
        name: `page of ${large.toLocaleString('en')} log rows: ${name}`,
        limit: `at most ${pageLimit} x one of ${small.toLocaleString('en')}`,
        measured,
        holds: pair.ratio <= pageLimit,
      });
    }
    return [...figures, ...(await wholeAnswers(more)), await auditedWrite(more.house)];
  } finally {
    await less.house.stop();
    await more.house.stop();
  }
}

async function openLog(rows: number): Promise<Log> {
  const house = await startHouse(await ensureLog(rows));
  const client = await Client.signIn(house.address, 'admin');
  const pool = new pg.Pool({ ...house.database, max: 1 });
  // As far back as fifty thousand rows of one of four modules lie, wherever that is in the smaller log.
  const deep = await pool.query<{ place: string }>(
    `select at || '.' || id as place from audit_log where module = 'user-centre' order by at desc, id desc offset $1 limit 20`,
    [Math.min(50_000, Math.floor(rows / 8))],
  );
  const half = await pool.query<{ place: string }>(
    `select at || '.' || id as place from audit_log where at <= (select (min(at) + max(at)) / 2 from audit_log) order by at desc, id desc limit 20`,
  );
  await pool.end();
  const placesOf = ({ rows: found }: typeof deep): string[] => found.map(({ place }) => place);
  return { rows, house, client, deep: placesOf(deep), half: placesOf(half) };
}

/** The slowest of twenty in the large log: pages of every kind, the bars of 31 days, names over 400 days, content over 31 days. */
async function wholeAnswers(log: Log): Promise<Figure[]> {
  const to = Date.now();
  const over = (days: number) => ({ from: to - days * dayMillis, to });
  const names = Object.values(cases);
  const asks: [string, number, (at: number) => Promise<unknown>][] = [
    ['pages of every kind', limits.page, (at) => log.client.call(operationList, { from: 0, ...names[at % names.length]!(at, log) })],
    ['bars of 31 days', limits.histogram, () => log.client.call(operationHistogram, over(31))],
    [
      'part of a name over 400 days',
      limits.names,
      (at) => log.client.call(operationList, { ...over(400), text: `ct ${at % 10}a${at % 7}` }),
    ],
    ['a name that nobody has over 400 days', limits.names, () => log.client.call(operationList, { ...over(400), text: 'no such name' })],
    [
      'a value over 31 days (what was found after ten seconds)',
      limits.content,
      () => log.client.call(operationList, { ...over(31), contains: 'x' }),
    ],
  ];
  const figures: Figure[] = [];
  for (const [name, limit, ask] of asks) {
    const times: number[] = [];
    for (let at = -2; at < (limit > 5_000 ? 3 : 60); at++) times.push(await timed(() => ask(Math.abs(at))));
    const slowest = times.slice(2).toSorted((one, other) => one - other);
    const p95 = slowest[Math.ceil(slowest.length * 0.95) - 1]!;
    figures.push({
      name: `${log.rows.toLocaleString('en')} log rows: ${name}`,
      limit: `at most ${limit.toLocaleString('en')} ms (p95)`,
      measured: `${p95.toFixed(1)} ms`,
      holds: p95 <= limit,
    });
  }
  return figures;
}

/** The same change of a department in the same transaction: with journal and audit row, and without both. */
async function auditedWrite(house: House): Promise<Figure> {
  const database = connectDatabase(house.database);
  try {
    const id = await someDepartment(database);
    const pair = await inTurns(
      { rounds: 9, repeats: 40 },
      (at) => journaled(database, id, `Audited ${at}`),
      (at) => bare(database, id, `Bare ${at}`),
    );
    const measured = `${pair.ratio.toFixed(2)} x (${pair.ours.toFixed(2)} ms, without ${pair.peer.toFixed(2)} ms)`;
    const limit = `at most ${writeLimit} x without audit and journal`;
    return { name: `audited write into ${large.toLocaleString('en')} log rows`, limit, measured, holds: pair.ratio <= writeLimit };
  } finally {
    await database.close();
  }
}

async function someDepartment({ db }: Database): Promise<string> {
  const row = await db.selectFrom('department').select('id').where('parent_id', 'is', null).limit(1).executeTakeFirstOrThrow();
  return row.id;
}

const kind: Kind = departmentKind;
const callerNow = (): Caller => systemCaller('department.update', 'en_US');

async function journaled({ db }: Database, id: string, remark: string): Promise<void> {
  const caller = callerNow();
  await db.transaction().execute(async (tx) => {
    await changeObjects(tx, caller, kind, [{ id, version: null, fields: fieldsOf(remark) }]);
    await writeAudit(tx, caller, { path: 'muc/department/update', module: 'user-centre', code: 0, durationMs: 1, batchId: caller.batch() });
  });
}

/** What the engine does, without the journal: lock, look at range and rules, write, read again. */
async function bare({ db }: Database, id: string, remark: string): Promise<void> {
  const caller = callerNow();
  await db.transaction().execute(async (tx) => {
    const state = (await kind.read(tx, [id], true)).get(id)!;
    const { name, path, version, fields } = state;
    const after = fieldsOf(remark);
    const operation = { action: 'change' as const, id, name, path, version, before: { code: fields['code'] ?? null }, after };
    await kind.outside(tx, caller.scope(), [operation]);
    await kind.check?.(tx, caller, [operation]);
    await kind.write(tx, caller, [operation]);
    await kind.read(tx, [id], false);
  });
}

const fieldsOf = (code: string) => ({ code: code.replace(' ', '-') });
