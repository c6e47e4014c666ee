import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { propertyAdd, propertyGet, propertyRemove } from '../../src/modules/property/common/property.contract.ts';
import { recycleList, recyclePurge, recycleRestore, recycleRestorePreview } from '../../src/modules/recycle-bin/common/recycle.contract.ts';
import { House } from '../access/house.ts';
import { makerOf } from './collected.ts';
import { restoreSamplesOf } from './restore-samples.ts';

const operations = modules.flatMap((module) => module.routes.map((route) => route.operation));
const kinds = modules.flatMap((module) => module.kinds ?? []).map(({ kind }) => kind);
const restoreSamples = restoreSamplesOf(kinds);

let house: House;
beforeAll(async () => {
  house = await House.open();
}, 300_000);
afterAll(() => house.stop());

test('every kind says how one of it is deleted, or why none is', () => {
  expect(kinds.filter((kind) => !(kind in restoreSamples))).toEqual([]);
  expect(Object.keys(restoreSamples).filter((kind) => !kinds.includes(kind))).toEqual([]);
  const staying = kinds.filter((kind) => 'stays' in (restoreSamples[kind] ?? {}));
  expect(operations.filter(({ audit }) => staying.some((kind) => audit === `${kind}.delete`)).map(({ path }) => path)).toEqual([]);
});

/** What happened, who is signed in, and what is told to others: none of it is the object. */
const aside =
  /^(im_group_event$|sno_log$|change_(?!policy$)|audit_|directory_change|session(_change)?$|sign_in_|job$|warning_(event|round|span|notice)$|warning$|mail_outbox$|siem_(?!stream$)|node$|server_(?!config$)|crowd_standing$)/;

interface Row {
  table: string;
  row: Record<string, unknown>;
}

/** Every row of every table that names one of these objects, without what counts and dates its changes. */
async function rowsNaming(ids: readonly string[]): Promise<Row[]> {
  const { pool } = house.product.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const found: Row[] = [];
  for (const { name } of tables.filter((table) => !aside.test(table.name))) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - array['version', 'updated_at', 'updated_by'] as row from "${name}" t
        where exists (select from unnest($1::text[]) as id where t::text like '%' || id || '%') order by 1`,
      [ids],
    );
    found.push(...rows.map(({ row }) => ({ table: name, row })));
  }
  return found;
}

const samples = kinds.flatMap((kind) => {
  const sample = restoreSamples[kind];
  return sample && 'path' in sample ? [{ kind, path: sample.path, make: makerOf(sample) }] : [];
});

test.each(samples)('$kind: deleted and restored it has the same rows and relations', async ({ kind, path, make }) => {
  const { boss } = house;
  const input = await make(house);
  await house.confirm(boss);
  const named = JSON.stringify(input).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  const before = await rowsNaming(named);
  const operation = operations.find((one) => one.path === path)!;
  const first = new Set((await boss.call(recycleList, { kind: [kind], pageSize: 1000 })).list.map(({ id }) => id));
  await boss.call(operation, input);
  const gone = (await boss.call(recycleList, { kind: [kind], pageSize: 1000 })).list.filter(({ id }) => !first.has(id));
  expect(gone).toHaveLength(1);
  expect(await rowsNaming(named)).not.toEqual(before);
  expect(await boss.call(recycleRestore, { ids: gone.map(({ id }) => id) })).toMatchObject({ restored: 1, conflicts: [] });
  expect(await rowsNaming(named)).toEqual(before);
  expect(await keptOf(kind)).toBe(0);
});

/** Of how many deleted objects of a kind more is kept than the journal holds. */
async function keptOf(kind: string): Promise<number> {
  const { rows } = await house.product.database.pool.query<{ n: number }>('select count(*)::int as n from change_kept where kind = $1', [
    kind,
  ]);
  return rows[0]!.n;
}

test('An object of one table is united with what an index of the table says is the same; what is purged leaves nothing', async () => {
  const { boss } = house;
  const draft = { namespace: 'restore', key: 'united', description: { zh_CN: '一' } };
  const deletionOf = async (id: string): Promise<string> => {
    await boss.call(propertyRemove, { ids: [id] });
    return (await boss.call(recycleList, { kind: ['property'] })).list.find((row) => row.objectId === id)!.id;
  };
  const { id: lost } = await boss.call(propertyAdd, { ...draft, default: 'lost' });
  const deletion = await deletionOf(lost);
  const { id: there } = await boss.call(propertyAdd, draft);
  const ids = [deletion];
  expect(await boss.call(recycleRestorePreview, { ids })).toMatchObject({ restored: 0, conflicts: 1, mergeWith: [expect.any(String)] });
  await boss.call(recycleRestore, { ids, merge: true });
  expect(await boss.call(propertyGet, { id: there })).toMatchObject({ default: 'lost', description: draft.description });
  expect((await boss.ask(propertyGet, { id: lost })).code).toBe(10404);
  const purged = await deletionOf(there);
  await house.confirm(boss);
  await boss.call(recyclePurge, { ids: [purged] });
  expect(await keptOf('property')).toBe(0);
});
