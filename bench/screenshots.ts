import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { screenshotList } from '#modules/file-security/common/decision.contract.ts';
import { departmentAdd, departmentTree } from '#modules/people/common/department.contract.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { median, timed } from './lib/measure.ts';

/** Milliseconds of a page: three times that of a database of its own. */
const limit = 3 * 300;
const rows = Number(process.env['BENCH_SCREENSHOTS'] ?? 1_000_000);
const people = 200;
const repeats = 7;
const pageSize = 20;

/** Pages of the log of screenshots through HTTP, by each of its filters: those that leave much, those that leave little, and none (`BENCH_SCREENSHOTS` rows). */
export async function screenshots(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-screenshots-'));
  const house = await startHouse(folder);
  const pool = new pg.Pool({ ...house.database, max: 1 });
  try {
    const admin = await Client.signIn(house.address, 'admin');
    const [empId, deptId] = await company(admin);
    const { from, to, fileId } = await fill(pool);
    const middle = `${Math.floor((from + to) / 2)}.${Math.floor(rows / 2)}`;
    const day = 86_400_000;
    const asked = {
      'the first page': {},
      'page 100': { pageNum: 100 },
      'a page by its place': { after: middle },
      'a day': { from: to - day, to },
      'one person': { empId },
      'a department': { deptId },
      'one platform': { platform: 4 },
      'a platform without any': { platform: 6 },
      'one place in two hundred': { place: 'contacts' },
      'a place without any': { place: 'nowhere' },
      recordings: { kind: 'recording' },
      'one file': { fileId },
      'a person, recordings, a day': { empId, kind: 'recording', from: to - day, to },
    } as const;
    const slowest = { name: '', millis: 0 };
    const said: string[] = [];
    for (const [name, input] of Object.entries(asked)) {
      const times: number[] = [];
      for (let turn = 0; turn <= repeats; turn++) times.push(await timed(() => admin.call(screenshotList, { pageSize, ...input })));
      // The first turn warms up.
      const millis = median(times.slice(1));
      said.push(`${name} ${millis.toFixed(0)}`);
      if (millis > slowest.millis) Object.assign(slowest, { name, millis });
    }
    console.log(`Screenshots, ms: ${said.join(', ')}`);
    return [
      {
        name: `screenshots, ${rows.toLocaleString('en')} rows: the slowest of ${said.length} filters and pages`,
        limit: `at most ${limit} ms`,
        measured: `${slowest.millis.toFixed(0)} ms (${slowest.name})`,
        holds: slowest.millis <= limit,
      },
    ];
  } finally {
    await pool.end();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two departments with people; answers one of the people and the smaller department. */
async function company(admin: Client): Promise<[string, string]> {
  const parentId = (await admin.call(departmentTree, { depth: 1 })).nodes[0]!.id;
  const departments = [];
  for (const name of ['North', 'South']) departments.push((await admin.call(departmentAdd, { name: { zh_CN: name }, parentId })).id);
  let last = '';
  for (let n = 0; n < people; n++) {
    const departmentId = departments[n % 10 === 0 ? 1 : 0]!;
    last = (await admin.call(employeeAdd, { account: `bench.${n}`, name: `Person ${n}`, assignments: [{ departmentId, primary: true }] }))
      .id;
  }
  return [last, departments[1]!];
}

/** Rows over ninety days; each hundredth is a recording, each two hundredth of the contacts, and a file has a thousand. */
async function fill(pool: pg.Pool): Promise<{ from: number; to: number; fileId: string }> {
  const to = Date.now() - 60_000;
  const from = to - 90 * 86_400_000;
  const fileId = '01900000-0000-7000-8000-000000000007';
  await pool.query(
    `with people as (select array_agg(id) as ids from employee)
    insert into file_screenshot (install_id, event_id, at, reported_at, employee_id, platform, device_name, address, kind, place, prevented, file_id, file_name)
    select 'install ' || n % 500, 'event ' || n, $2::bigint + ($3::bigint - $2::bigint) / $1::bigint * n, $2::bigint + ($3::bigint - $2::bigint) / $1::bigint * n, ids[n % array_length(ids, 1) + 1],
      case n % 10 when 0 then 4 else 1 + n % 2 end, 'Device ' || n % 500, '10.0.0.1', case when n % 100 = 0 then 'recording' else 'screenshot' end,
      case when n % 200 = 0 then 'contacts' else 'files' end, n % 2 = 0, case when n % 1000 = 0 then $4::uuid else gen_random_uuid() end, 'plan.pdf'
    from people, generate_series(1, $1::bigint) as n`,
    [rows, from, to, fileId],
  );
  await pool.query('vacuum analyze file_screenshot');
  return { from, to, fileId };
}
