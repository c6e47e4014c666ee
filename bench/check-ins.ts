import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { Agent, request } from 'undici';
import { clientAddress } from '#kit/common/client/client-endpoint.ts';
import { deviceCheckIn } from '#modules/devices/common/client.contract.ts';
import { bindRule } from '#modules/devices/common/rule.contract.ts';
import { departmentAdd } from '../src/modules/people/common/department.contract.ts';
import { employeeAdd } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { TestTerminal } from '../tests/terminal/test-terminal.ts';
import { ratesInTurns, startBare } from './lib/bare.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';

const limit = 0.6;
const callers = 20;
const terminals = Number(process.env['BENCH_TERMINALS'] ?? 400);
const each = 4;
const people = 40;
const rules = 10;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const dispatcher = new Agent({ connections: callers, keepAliveTimeout: 60_000 });
const checkPath = clientAddress(deviceCheckIn);

interface Ask {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Check-ins a second, each proven by the key of its device and saying something new, so that its rows are written; the key of its stores
 * comes wrapped to the device. Against Fastify and pg alone with the same readings and rows, in turns on one database.
 */
export async function checkIns(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-check-in-'));
  const house = await startHouse(folder, { TRUST_PROXY: 'true' });
  const pool = new pg.Pool({ ...house.database, max: 1 });
  const bare = await startBare('plain-check-ins.ts', house.database);
  try {
    const all = await prepared(house.address, pool);
    const policyEpoch = await epochOf(all[0]!);
    // Signing is the terminals' work: it is done before the clock runs.
    const asks = (salt: number): Ask[] =>
      Array.from({ length: each }, (_, turn) =>
        all.map((one, at) => askOf(one, { origin: house.address, policyEpoch, at, n: salt * each + turn })),
      ).flat();
    const { ours, peer, ratio } = await ratesInTurns(
      rounds,
      (round) => rate(house.address + checkPath, asks(2 * (round + 1))),
      (round) => rate(`${bare.address}/checkIn`, asks(2 * (round + 1) + 1)),
    );
    return [
      {
        name: `check-ins of ${terminals} devices, ${rules} bind rules`,
        limit: `at least ${limit} of bare Fastify + pg`,
        measured: `${ratio.toFixed(2)} (${Math.round(ours)} check-ins/s, bare ${Math.round(peer)}/s)`,
        holds: ratio >= limit,
      },
    ];
  } finally {
    await bare.stop();
    await pool.end();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A check-in of one terminal from an address of its own, with its proof. */
function askOf(
  terminal: TestTerminal,
  { origin, policyEpoch, at, n }: { origin: string; policyEpoch: string; at: number; n: number },
): Ask {
  const body = JSON.stringify({ posture: { rooted: false, screenLock: true }, systemVersion: '14.1', policyEpoch, drafts: n, files: at });
  const proof = terminal.proof({
    jti: randomUUID(),
    htm: 'POST',
    htu: origin + checkPath,
    iat: Math.floor(Date.now() / 1000),
    bh: createHash('sha256').update(body).digest('base64url'),
  });
  const headers = {
    ...terminal.facts(),
    'content-type': 'application/json',
    'x-forwarded-for': `10.60.${at >> 8}.${at & 255}`,
    'x-thumbprint': terminal.thumbprint,
    dpop: proof,
  };
  return { headers, body };
}

/** Which policy holds: terminals have it already. */
const epochOf = async (terminal: TestTerminal): Promise<string> => (await terminal.call(deviceCheckIn, {})).policyEpoch;

/** People of departments with a rule each, and devices that are bound to them. */
async function prepared(address: string, pool: pg.Pool): Promise<TestTerminal[]> {
  const admin = await Client.signIn(address, 'admin');
  const departments: string[] = [];
  for (let at = 0; at < rules; at += 1) {
    const { id } = await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: `Bench ${at}` } });
    departments.push(id);
    const { id: rule } = await admin.call(bindRule.add, { name: `Rule ${at}`, offlineDays: 7 + at });
    await pool.query(
      `insert into bind_rule_member (id, created_at, updated_at, rule_id, kind, member_id, since) values (gen_random_uuid(), 1, 1, $1, 'department', $2, 1)`,
      [rule, id],
    );
  }
  const uids: string[] = [];
  for (let at = 0; at < people; at += 1) {
    const assignments = [{ departmentId: departments[at % rules]!, primary: true }];
    uids.push((await admin.call(employeeAdd, { account: `bench${at}`, name: `Bench ${at}`, assignments })).id);
  }
  const all = Array.from({ length: terminals }, () => new TestTerminal(address));
  for (const [at, one] of all.entries()) {
    const { publicKey } = generateKeyPairSync('x25519');
    const id = randomUUID();
    await pool.query(
      `insert into device (id, created_at, updated_at, name, platform, install_id, signing_key, key_thumbprint, encryption_key, capabilities, state, state_since, last_seen_at)
       values ($1, 1, 1, $2, 2, $3, $4, $5, $6, '["eraseApp"]', 'bound', 1, 1)`,
      [
        id,
        `Bench ${at}`,
        one.installId,
        JSON.stringify(one.publicKey),
        one.thumbprint,
        JSON.stringify(publicKey.export({ format: 'jwk' })),
      ],
    );
    await pool.query(
      `insert into device_binding (id, device_id, employee_id, state, origin, requested_at, bound_at, updated_at)
       values (gen_random_uuid(), $1, $2, 'bound', 'auto', 1, 1, 1)`,
      [id, uids[at % people]],
    );
  }
  return all;
}

/** Check-ins a second. */
async function rate(url: string, asks: readonly Ask[]): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let at = caller; at < asks.length; at += callers) {
        const { headers, body } = asks[at]!;
        const answer = await request(url, { method: 'POST', headers, body, dispatcher });
        const { code, msg, data } = (await answer.body.json()) as { code: number; msg: string; data: { lease: unknown } | null };
        if (code !== 0 || !data?.lease) throw new Error(`A check-in answered ${code} ${msg} ${JSON.stringify(data)}`);
      }
    }),
  );
  return (asks.length / (performance.now() - started)) * 1000;
}
