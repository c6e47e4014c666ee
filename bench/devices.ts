import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { unbindList } from '#modules/devices/common/binding.contract.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { inTurns, type Pair } from './lib/measure.ts';

const limit = 1.5;
const mostPage = 300;
const rows = Number(process.env['BENCH_UNBOUND'] ?? 1_000_000);
const pageSize = 20;

/** Ended bindings, page by page from where the last one stopped, against the bare query on the same database (`BENCH_UNBOUND` rows). */
export async function devices(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-devices-'));
  const house = await startHouse(folder);
  const pool = new pg.Pool({ ...house.database, max: 1 });
  try {
    await fill(pool);
    const admin = await Client.signIn(house.address, 'admin');
    const first = await inTurns(
      { rounds: 5, repeats: 1 },
      () => admin.call(unbindList, { pageSize }),
      async () => {
        await pool.query(pageFrom('true'));
        await pool.query(`select count(*) ${from}`);
      },
    );
    const middle = `${Math.floor(rows / 2)}.00000000-0000-0000-0000-000000000000`;
    let after = middle;
    const beyond = await inTurns(
      { rounds: 7, repeats: 5 },
      async () => {
        after = (await admin.call(unbindList, { pageSize, after })).next ?? middle;
      },
      () => pool.query(pageFrom('(b.unbound_at, b.id) < ($1::bigint, $2::uuid)'), after.split('.')),
    );
    const all = `ended bindings, ${rows.toLocaleString('en')} rows`;
    const said = ({ ours, peer }: Pair): string => `${ours.toFixed(1)} ms, bare pg ${peer.toFixed(1)} ms`;
    return [
      {
        name: `${all}: first page with how many there are`,
        limit: `at most ${limit} x bare pg`,
        measured: `${first.ratio.toFixed(2)} x (${said(first)})`,
        holds: first.ratio <= limit,
      },
      { name: `${all}: a page by its place`, limit: `at most ${mostPage} ms`, measured: said(beyond), holds: beyond.ours <= mostPage },
    ];
  } finally {
    await pool.end();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const from = `from device_binding b join device dv on dv.id = b.device_id join employee e on e.id = b.employee_id
  join department d on d.id = e.primary_department_id where b.state = 'unbound'`;
const pageFrom = (
  place: string,
): string => `select b.id, e.name, e.account, d.name as department, dv.name as device, dv.platform, b.unbound_at as at, b.unbound_by, b.unbound_reason,
    coalesce((select i.state from erase_item i where i.device_id = b.device_id and case when b.unbound_by = 'erase' then i.ordered_at <= b.unbound_at else i.ordered_at >= b.unbound_at - 1000 end order by abs(i.ordered_at - b.unbound_at) limit 1), '') as erased
  ${from} and ${place} order by b.unbound_at desc, b.id desc limit ${pageSize}`;

/** A thousand devices, each bound and given up over and over by those who are there. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into device (id, created_at, updated_at, name, platform, install_id, signing_key, key_thumbprint, state, state_since, last_seen_at)
    select gen_random_uuid(), 1, 1, 'Phone ' || n, 2, 'install ' || n, '{}', 'key ' || n, 'unbound', 1, 1 from generate_series(1, 1000) as n`);
  await pool.query(
    `with devices as (select id, row_number() over () as n from device), people as (select id, row_number() over () as n, count(*) over () as all from employee)
    insert into device_binding (id, device_id, employee_id, state, origin, requested_at, bound_at, unbound_at, unbound_by, unbound_reason, updated_at)
    select gen_random_uuid(), devices.id, people.id, 'unbound', 'auto', n.n, n.n, n.n, 'administrator', 'bench', n.n
    from generate_series(1, $1::int) as n(n) join devices on devices.n = n.n % 1000 + 1 join people on people.n = n.n % people.all + 1`,
    [rows],
  );
  await pool.query('analyze device_binding');
}
