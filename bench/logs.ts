import pg from 'pg';
import type { Input } from '#kit/common/contract.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { operationList } from '#modules/logs/common/operation-log.contract.ts';
import { departmentKind } from '#modules/user-centre/server/department.kind.ts';
import { connectDatabase, type Database } from '#platform/database/open-database.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse, type House } from './lib/house.ts';
import { ensureLog, logShape } from './lib/log-rows.ts';
import { inTurns } from './lib/measure.ts';

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
};

interface Log {
  rows: number;
  house: House;
  client: Client;
  /** Places far from the newest row. */
  deep: string[];
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
    return [...figures, await auditedWrite(more.house)];
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
  await pool.end();
  return { rows, house, client, deep: deep.rows.map(({ place }) => place) };
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
