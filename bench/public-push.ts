import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addressOf } from '#kit/common/contract.ts';
import { confirm } from '#kit/common/session/session.contract.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { audienceDepartments } from '#modules/public-accounts/common/audience.contract.ts';
import { material } from '#modules/public-content/common/material.contract.ts';
import { pushAdd, pushGet, pushLedger, pushPreview, pushTargets } from '#modules/public-pushes/common/push.contract.ts';
import { manyPeople, peopleColumns } from '#modules/public-pushes/testing/many-people.ts';
import { departmentAdd } from '../src/modules/people/common/department.contract.ts';
import { employeeAdd } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { benchPassword, startHouse } from './lib/house.ts';

/** The limits are meant for 1,000,000. */
const people = Number(process.env['BENCH_PEOPLE'] ?? 10_000);
const share = people / 1_000_000;
/** On the embedded database three times what a server of its own may take. */
const embedded = 3;
const leastPerSecond = 2_000 / embedded;

/** A push to everybody through HTTP: its preview, how long its people take to be written, how fast it is sent, its ledger and a page of people. */
export async function publicPush(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-push-'));
  const house = await startHouse(folder);
  const pool = new pg.Pool({ ...house.database, max: 1 });
  try {
    const admin = await Client.signIn(house.address, 'admin');
    const departmentId = (await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '全员' } })).id;
    const { id: first } = await admin.call(employeeAdd, { account: 'fan', name: 'Fan', assignments: [{ departmentId, primary: true }] });
    const { rows: columns } = await pool.query<{ name: string }>(peopleColumns);
    await pool.query(manyPeople(columns.map(({ name }) => name)), [first, people - 1]);
    await pool.query('analyze');
    const draft = {
      name: { zh_CN: '新闻' },
      code: 'news',
      ownerDeptId: departmentId,
      managerIds: [first],
      quietHours: [],
      approveAbove: 1_000_000,
    };
    const { id: snoId } = await admin.call(account.add, {
      ...draft,
      ratePerSecond: 5000,
      cap: { perPersonPerDay: 0, perPersonPerWeek: 0 },
    });
    await admin.call(audienceDepartments.add, { snoId, ids: [departmentId], mode: 'forced' });
    const { id: textId } = await admin.call(material.add, { snoId, kind: 'text', name: 'Text', text: { zh_CN: '通知' } });
    admin.token = (await admin.call(confirm, { password: benchPassword })).accessToken;
    const began = performance.now();
    const shown = await admin.call(pushPreview, { snoId, content: { kind: 'text', id: textId }, audience: { all: true } });
    const previewed = performance.now() - began;
    const id = await send(admin, shown);
    for (;;) {
      await sleep(200);
      if ((await admin.call(pushGet, { id })).state === 'finished') break;
    }
    const { rows } = await pool.query<{ state: string; at: string }>(
      `select e->>'state' as state, e->>'at' as at from push p, jsonb_array_elements(p.timeline) e where p.id = $1`,
      [id],
    );
    const at = (state: string): number => Number(rows.find((row) => row.state === state)?.at);
    const frozen = at('running') - at('freezing');
    const perSecond = people / ((at('finished') - at('running')) / 1000);
    const ledger = await timed(() => admin.call(pushLedger, { id }));
    const page = await timed(() => admin.call(pushTargets, { pushId: id, state: 'delivered', read: false }));
    const n = people.toLocaleString('en');
    return [
      figure(`preview of a push to ${n}`, previewed, Math.max(500, 5_000 * share * embedded)),
      figure(`people of a push to ${n} are written`, frozen, Math.max(1_500, 60_000 * share * embedded)),
      {
        name: `a push to ${n} is sent by one process`,
        limit: `at least ${Math.round(leastPerSecond)}/s`,
        measured: `${Math.round(perSecond)}/s`,
        holds: perSecond >= leastPerSecond,
      },
      figure(`ledger of a push to ${n}`, ledger, 200 * embedded),
      figure(`page of people of a push to ${n}`, page, 300 * embedded),
    ];
  } finally {
    await pool.end();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const figure = (name: string, millis: number, most: number): Figure => ({
  name,
  limit: `at most ${Math.round(most)} ms`,
  measured: `${Math.round(millis)} ms`,
  holds: millis <= most,
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  await work();
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function send(admin: Client, shown: { token: string; targets: number }): Promise<string> {
  const response = await fetch(admin.address + addressOf(pushAdd), {
    method: 'POST',
    headers: { ...admin.headers(), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ previewToken: shown.token, expectedTargets: shown.targets }),
  });
  const answer = (await response.json()) as { code: number; msg: string; data: { id: string } };
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.msg}`);
  return answer.data.id;
}
