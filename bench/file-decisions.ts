import { fork, type ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { Agent, request } from 'undici';
import { draftGet, draftPublish } from '#modules/file-security/common/draft.contract.ts';
import { fileRule } from '#modules/file-security/common/file-rule.contract.ts';
import { departmentAdd } from '../src/modules/people/common/department.contract.ts';
import { employeeAdd } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { benchPassword } from './lib/house.ts';
import { median } from './lib/measure.ts';

const limit = 0.6;
const callers = 20;
const people = 60;
const filesEach = 5;
const rules = 150;
const roundMillis = Number(process.env['BENCH_ROUND_MILLIS'] ?? 2_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const dispatcher = new Agent({ connections: callers, keepAliveTimeout: 60_000 });

interface Pair {
  readonly employeeId: string;
  readonly fileId: string;
}

/**
 * Decisions about downloads a second, asked as another area asks inside the server (150 rules in force, each decision written down with its
 * steps), against Fastify and pg alone that read and write the same rows, in turns on the same database.
 */
export async function fileDecisions(): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-files-'));
  const env = { ...process.env, ADMIN_PASSWORD: benchPassword };
  const house = fork(path.join(import.meta.dirname, 'lib/decision-server.ts'), [dataDir], { env });
  const ours = await told<{ decisions: string; product: string; database: pg.ClientConfig }>(house);
  const bare = fork(path.join(import.meta.dirname, 'lib/plain-decisions.ts'), [JSON.stringify(ours.database)]);
  const pool = new pg.Pool({ ...ours.database, max: 1 });
  try {
    const peer = await told<{ address: string }>(bare);
    const pairs = await prepared(ours.product, pool);
    const all: { ours: number; peer: number; ratio: number }[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const done = { ours: 0, peer: 0 };
      for (const name of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const))
        done[name] = await load(name === 'ours' ? ours.decisions : peer.address, pairs);
      if (round >= 0) all.push({ ...done, ratio: done.ours / done.peer });
    }
    const middle = (pick: (one: (typeof all)[number]) => number): number => median(all.map(pick));
    const ratio = middle((one) => one.ratio);
    const measured = `${ratio.toFixed(2)} (${Math.round(middle((one) => one.ours))} decisions/s, bare ${Math.round(middle((one) => one.peer))}/s)`;
    return [{ name: `file decisions, ${rules} rules`, limit: `at least ${limit} of bare Fastify + pg`, measured, holds: ratio >= limit }];
  } finally {
    await pool.end();
    for (const child of [bare, house]) await ended(child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', () => reject(new Error('A server did not start')));
  });
}

/** A child that loses its parent's channel ends by itself. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    if (child.connected) child.disconnect();
    else resolve();
  });
}

/** People of two departments with files of their own, and rules of which the last one decides. */
async function prepared(address: string, pool: pg.Pool): Promise<Pair[]> {
  const admin = await Client.signIn(address, 'admin');
  const departments: string[] = [];
  for (const name of ['North', 'South'])
    departments.push((await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } })).id);
  for (let at = 0; at < rules; at += 1)
    await admin.call(fileRule.add, {
      name: `Rule ${at}`,
      kind: 'download',
      actions: ['download'],
      everyone: false,
      who: [{ kind: 'department', id: departments[at % 2]!, exclude: false }],
      mode: 'enforce',
      ...aboutOf(at),
    });
  const { published, hash } = await admin.call(draftGet, {});
  await admin.call(draftPublish, { number: published.number, hash, note: 'Bench' });
  const pairs: Pair[] = [];
  for (let at = 0; at < people; at += 1) {
    const assignments = [{ departmentId: departments[at % 2]!, primary: true }];
    const { id: employeeId } = await admin.call(employeeAdd, { account: `bench${at}`, name: `Bench ${at}`, assignments });
    for (let file = 0; file < filesEach; file += 1) {
      const fileId = randomUUID();
      const digest = createHash('sha256').update(fileId).digest('hex');
      await pool.query(
        `insert into file (id, hash, name, type, size, purpose, owner, created_at) values ($1, $2, 'plan.txt', 'text/plain', 10, 'im', $3, $4)`,
        [fileId, digest, employeeId, Date.now()],
      );
      pairs.push({ employeeId, fileId });
    }
  }
  return pairs;
}

/** What a rule asks of the file: each tenth looks at the name, the others at type, size, level or extension. */
function aboutOf(at: number): object {
  if (at % 10 === 0) return { namePattern: `secret ${at}$` };
  const kinds = [{ fileTypes: ['sheet', 'pdf'] }, { sizeMin: 5_000_000 }, { levels: [2, 3] }, { extensions: ['key', 'pem'] }];
  return kinds[at % kinds.length]!;
}

/** Decisions a second. */
async function load(address: string, pairs: readonly Pair[]): Promise<number> {
  const started = performance.now();
  const end = started + roundMillis;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let at = caller; performance.now() < end; at += callers, done += 1) {
        const body = JSON.stringify({ ...pairs[at % pairs.length], address: '10.1.2.3' });
        const answer = await request(`${address}/decide`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          dispatcher,
        });
        const { code } = (await answer.body.json()) as { code: number };
        if (code !== 0) throw new Error(`A decision answered ${code}`);
      }
    }),
  );
  return (done / (performance.now() - started)) * 1000;
}
