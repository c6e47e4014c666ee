import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { request } from 'undici';
import type { Input } from '#kit/common/contract.ts';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { configExport, configPlan, planGet } from '#modules/config-as-code/common/config.contract.ts';
import { valueId } from '#modules/property/server/scopes.ts';
import { connectDatabase, type Database } from '#platform/database/open-database.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { timed } from './lib/measure.ts';

const limitSeconds = 60;
const areas = ['limits', 'properties', 'roles'];
const company = { properties: 14_000, values: 13_000, roles: 2_000, segmentLimits: 500, memberLimits: 500 };
const objects = Object.values(company).reduce((sum, count) => sum + count, 0);

/** 30,000 objects of configuration: their export, a plan of that bundle where a thousand of them changed meanwhile, and one into an empty installation. */
export async function config(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-config-'));
  try {
    const { bytes, exporting, planning } = await full(path.join(folder, 'full'));
    const making = await empty(path.join(folder, 'empty'), bytes);
    return [
      figure(`export of ${objects} objects of configuration`, exporting, `${(bytes.length / 1e6).toFixed(1)} MB`),
      figure(`plan of ${objects} objects of configuration, 1,000 of them changed`, planning),
      figure(`plan of ${objects} objects of configuration into an empty installation, each tried`, making),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figure(name: string, millis: number, more?: string): Figure {
  const seconds = millis / 1000;
  const measured = `${seconds.toFixed(1)} s${more === undefined ? '' : ` (${more})`}`;
  return { name, limit: `at most ${limitSeconds} s`, measured, holds: seconds <= limitSeconds };
}

async function full(dataDir: string): Promise<{ bytes: Buffer; exporting: number; planning: number }> {
  const house = await startHouse(dataDir);
  const database = connectDatabase(house.database);
  try {
    await fill(database);
    const client = await Client.signIn(house.address, 'admin');
    let made = { fileId: '', bundleId: '' };
    const exporting = await timed(async () => {
      made = (await client.jobEnd((await client.call(configExport, { areas })).jobId)).result as typeof made;
    });
    const file = await request(client.url(downloadFile, { fileId: made.fileId }), { headers: client.headers() });
    const bytes = Buffer.from(await file.body.arrayBuffer());
    await sql`update property set deprecated = true, version = version + 1 where namespace = 'bench' and key like 'p00___'`.execute(
      database.db,
    );
    const planning = await timed(() => planned(client, { bundleId: made.bundleId, prune: true }, { change: 1_000 }));
    return { bytes, exporting, planning };
  } finally {
    await database.close();
    await house.stop();
  }
}

async function empty(dataDir: string, bytes: Buffer): Promise<number> {
  const house = await startHouse(dataDir);
  try {
    const client = await Client.signIn(house.address, 'admin');
    const fileId = await client.upload('bundle.zip', bytes);
    return await timed(() => planned(client, { fileId }, { create: objects }));
  } finally {
    await house.stop();
  }
}

async function planned(client: Client, wish: Input<typeof configPlan>, least: Record<string, number>): Promise<void> {
  const { result } = await client.jobEnd((await client.call(configPlan, wish)).jobId);
  const { counts } = await client.call(planGet, { id: (result as { planId: string }).planId });
  const found: Record<string, number | undefined> = counts;
  for (const [action, count] of Object.entries(least))
    if (found[action] !== count) throw new Error(`Expected ${action} ${count}, the plan says ${JSON.stringify(counts)}`);
}

/** Puts the objects where the product would have put them. */
async function fill({ db }: Database): Promise<void> {
  await sql`insert into property (id, namespace, key, type, default_value, rules, description, exposure, secret, deprecated, version, created_at, updated_at)
    select gen_random_uuid(), 'bench', 'p' || lpad(n::text, 5, '0'), 'string', '"x"', null, '{"zh_CN": "属性", "en_US": "Property"}', 'server', false, false, 1, 0, 0
    from generate_series(0, ${company.properties - 1}) as n`.execute(db);
  const { rows } = await sql<{ id: string; key: string }>`select id, key from property where namespace = 'bench' order by key`.execute(db);
  const some = rows.slice(0, company.values);
  const ids = some.map(({ id }) => valueId(id, { scopeKind: 'site', scopeId: '' }));
  await sql`insert into property_value (id, property_id, scope_kind, scope_id, label, value, priority, enabled, version, created_at, updated_at)
    select v, p, 'site', '', 'bench', '"y"', 0, true, 1, 0, 0 from unnest(${ids}::uuid[], ${some.map(({ id }) => id)}::uuid[]) as t(v, p)`.execute(
    db,
  );
  await sql`with made as (insert into role (id, module, code, name, version, created_at, updated_at)
      select gen_random_uuid(), 'sys', 'bench_' || n, 'Bench ' || n, 1, 0, 0 from generate_series(1, ${company.roles}) as n returning id),
    codes as (select code from resource where retired_at is null order by code limit 20)
    insert into role_grant (role_id, code) select made.id, codes.code from made, codes`.execute(db);
  await sql`insert into segment_limit (id, name, segments, actions, effect, terminal_types, priority, enabled, version, created_at, updated_at)
    select gen_random_uuid(), 'Limit ' || n, (select jsonb_agg(jsonb_build_object('value', format('10.%s.%s.0/24', n % 250, s), 'note', '')) from generate_series(1, 20) as s),
      '["download"]', 'onlyInside', '[1, 2, 4, 5, 8]', n, true, 1, 0, 0 from generate_series(1, ${company.segmentLimits}) as n`.execute(db);
  await sql`insert into member_limit (id, name, owner_dept_id, from_side, to_side, exceptions, direction, actions, effect, existing, priority, enabled, version, created_at, updated_at)
    select gen_random_uuid(), 'Pair ' || n, d.id, jsonb_build_array(jsonb_build_object('kind', 'department', 'id', d.id)), '[{"kind": "everyone"}]', '[]', 'both',
      '["chat"]', 'deny', 'keep', n, true, 1, 0, 0 from generate_series(1, ${company.memberLimits}) as n, (select id from department limit 1) as d`.execute(
    db,
  );
}
