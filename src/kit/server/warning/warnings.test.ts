import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { languages } from '#kit/common/language.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import { connectDatabase, type Database } from '#platform/database/open-database.ts';
import { columnTypes } from '#platform/database/types.ts';
import { foldWarnings } from './fold-warnings.ts';
import { openWarnings } from './open-warnings.ts';
import { local, type WarningKind } from './warning-kind.ts';
import { factsIn, namesOfObject, warningSentence } from './warning-text.ts';

const words = local('坏了', 'Broken', '壊れた');
const kindOf = (kind: string, more: Partial<WarningKind> = {}): WarningKind => ({
  kind,
  title: words,
  sentence: words,
  severity: 'error',
  ...more,
});
const warnings = openWarnings([
  {
    name: 'lamps',
    warningKinds: [
      kindOf('lamp.dark', { parameters: { lux: { label: words, value: 40, min: 1, max: 100 } } }),
      kindOf('lamp.stolen', { moment: true }),
    ],
  },
]);
const lamp = (id: string) => ({ kind: 'lamp', id, name: `Lamp ${id}` });

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => database.close());
beforeEach(async () => {
  await sql`truncate warning, warning_event, warning_span cascade`.execute(database.db);
});

const fold = (): Promise<number> => foldWarnings(database.db, 0);
const all = () => database.db.selectFrom('warning').selectAll().orderBy('kind').orderBy('id').execute();
const spans = () => database.db.selectFrom('warning_span').selectAll().orderBy('id').execute();

test('what is said ten thousand times is one warning with that count, written once a round', async () => {
  const { db } = database;
  for (let at = 0; at < 100; at += 1)
    await db.transaction().execute(async (tx) => {
      for (let hit = 0; hit < 100; hit += 1) await warnings.raise(tx, { kind: 'lamp.dark', object: lamp('a'), facts: { hit } });
    });
  expect(await fold()).toBe(1);
  await warnings.raise(db, { kind: 'lamp.dark', object: lamp('a'), facts: { hit: 'last' } });
  await fold();
  const [one, ...more] = await all();
  expect(more).toEqual([]);
  expect(one).toMatchObject({ module: 'lamps', state: 'pending', holds: true, count: 10_001, severity: 'error', facts: { hit: 'last' } });
  expect(await db.selectFrom('warning_event').select('id').execute()).toEqual([]);
});

test('without the commit nothing was said', async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await warnings.raise(tx, { kind: 'lamp.dark', object: lamp('b') });
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await fold()).toBe(0);
});

test('two who say the same in opposite order wait for nobody, nor does the round for them', async () => {
  const other = connectDatabase({ ...database.config, types: columnTypes });
  try {
    await other.db.transaction().execute(async (theirs) => {
      await warnings.raise(theirs, { kind: 'lamp.dark', object: lamp('a') });
      await database.db.transaction().execute(async (ours) => {
        await sql`set local lock_timeout = '2s'`.execute(ours);
        await warnings.raise(ours, { kind: 'lamp.dark', object: lamp('b') });
        await warnings.raise(ours, { kind: 'lamp.dark', object: lamp('a') });
      });
      expect(await fold()).toBe(2);
      await warnings.raise(theirs, { kind: 'lamp.dark', object: lamp('b') });
    });
  } finally {
    await other.close();
  }
  await fold();
  expect((await all()).map((row) => [row.object_id, row.count])).toEqual([
    ['a', 2],
    ['b', 2],
  ]);
});

test('of several nodes one counts, and none again within a second', async () => {
  const other = connectDatabase({ ...database.config, types: columnTypes });
  try {
    await sql`update warning_round set at = 0`.execute(database.db);
    await warnings.raise(database.db, { kind: 'lamp.dark', object: lamp('a') });
    const rounds = await Promise.all([foldWarnings(database.db, 60_000), foldWarnings(other.db, 60_000), foldWarnings(other.db, 60_000)]);
    expect(rounds.toSorted((one, two) => one - two)).toEqual([0, 0, 1]);
    await warnings.raise(other.db, { kind: 'lamp.dark', object: lamp('a') });
    expect(await foldWarnings(other.db, 60_000)).toBe(0);
    expect((await all())[0]?.count).toBe(1);
  } finally {
    await other.close();
  }
});

test('what is right again stays until its rule ends it; what was never wrong leaves no trace', async () => {
  const { db } = database;
  await warnings.clear(db, 'lamp.dark', 'a');
  expect(await fold()).toBe(0);
  await warnings.raise(db, { kind: 'lamp.dark', object: lamp('a'), severity: 'critical' });
  await warnings.clear(db, 'lamp.dark', 'a');
  await fold();
  const [row] = await all();
  expect(row).toMatchObject({ holds: false, state: 'pending', severity: 'critical', count: 1 });
  expect(row!.over_since).toBeGreaterThanOrEqual(row!.last_at);
  await warnings.clear(db, 'lamp.dark', 'a');
  expect(await db.selectFrom('warning_event').select('id').execute()).toEqual([]);
  await warnings.raise(db, { kind: 'lamp.dark', object: lamp('a') });
  await fold();
  expect(await all()).toMatchObject([{ holds: true, over_since: null, count: 2, raised_severity: 'error' }]);
  // Away for less than a minute: the condition held all the time.
  expect(await spans()).toMatchObject([{ until: null, hits: 2 }]);
});

test('a moment is over as soon as it was', async () => {
  await warnings.raise(database.db, { kind: 'lamp.stolen', object: lamp('a') });
  await fold();
  expect(await all()).toMatchObject([{ holds: false, moment: true }]);
  expect((await spans())[0]!.until).not.toBeNull();
});

test('one that somebody resolved though it holds is not raised again, and is free again when it was right', async () => {
  const { db } = database;
  await warnings.raise(db, { kind: 'lamp.dark', object: lamp('a') });
  await fold();
  await db.updateTable('warning').set({ state: 'resolved', resolved_at: 1, resolution: 'hand', hushed_until: 9e12 }).execute();
  await warnings.raise(db, { kind: 'lamp.dark', object: lamp('a') });
  await fold();
  expect(await all()).toMatchObject([{ state: 'resolved', count: 2, hushed_until: 9e12 }]);
  await warnings.clear(db, 'lamp.dark', 'a');
  await fold();
  await warnings.raise(db, { kind: 'lamp.dark', object: lamp('a') });
  await fold();
  expect((await all()).map((row) => row.state)).toEqual(['resolved', 'pending']);
});

test('what the database would refuse does not undo the work of who says it', async () => {
  await warnings.raise(database.db, { kind: 'lamp.dark', object: { kind: 'lamp', id: 'x\0y', name: 'a\ud800b' }, facts: { why: 'n\0ul' } });
  await fold();
  expect(await all()).toMatchObject([{ object_id: 'xy', object_name: 'a\ufffdb', facts: { why: 'nul' } }]);
  await expect(warnings.raise(database.db, { kind: 'lamp.none', object: lamp('a') })).rejects.toThrow(
    'No kind of warning is called lamp.none',
  );
});

test('the numbers of a condition are those of the shipped rule', async () => {
  const { db } = database;
  expect(await warnings.parameters(db, 'lamp.dark')).toEqual({ lux: 40 });
  await sql`insert into warning_rule (id, version, created_at, created_by, updated_at, updated_by, kind, shipped, name, enabled, parameters, for_minutes, clear_minutes, repeat_hours, digest)
    values (gen_random_uuid(), 1, 1, '', 1, '', 'lamp.dark', true, '', true, '{"lux": 7}', 0, 5, 24, 'atOnce')`.execute(db);
  expect(await warnings.parameters(db, 'lamp.dark')).toEqual({ lux: 7 });
});

test('a name of the product is read in the language of who reads it', async () => {
  const name = local('夜间备份', 'The nightly backup', '夜間バックアップ');
  await warnings.raise(database.db, { kind: 'lamp.dark', object: { kind: 'lamp', id: 'n', name }, facts: { why: words, lux: 3 } });
  await fold();
  const [row] = await all();
  expect(row).toMatchObject({ object_name: '夜间备份' });
  const kind = { ...kindOf('lamp.dark', { sentence: local('{name}：{why}', '{name}: {why}', '{name}：{why}') }), module: 'lamps' };
  const said = languages.map((language) => warningSentence(kind, row!, { language }));
  expect(said).toEqual([`夜间备份：${words.zh_CN}`, `The nightly backup: ${words.en_US}`, `夜間バックアップ：${words.ja_JP}`]);
  expect(factsIn(row!.facts, 'en_US')).toEqual({ why: words.en_US, lux: 3 });
  expect(namesOfObject(row!).toSorted()).toEqual(Object.values(name).toSorted());
});

test('what is kept as a code is told in words; a code without words stays as it is', () => {
  const why = { label: words, words: { dns: local('找不到该名称', 'The name is unknown', '名前が見つかりません') } };
  const kind = {
    ...kindOf('lamp.lost', { sentence: local('{name}：{why}', '{name}: {why}', '{name}：{why}'), facts: { why } }),
    module: 'lamps',
  };
  const said = (language: 'zh_CN' | 'en_US', fact: string) =>
    warningSentence(kind, { kind: kind.kind, object_name: 'Lamp 1', facts: { why: fact } }, { language });
  expect(said('zh_CN', 'dns')).toBe('Lamp 1：找不到该名称');
  expect(said('en_US', 'dns')).toBe('Lamp 1: The name is unknown');
  expect(said('en_US', 'odd')).toBe('Lamp 1: odd');
});
