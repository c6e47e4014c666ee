import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { wordPublish, wordTest } from '#modules/sensitive-words/common/word-list.contract.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse, type House } from './lib/house.ts';
import { median } from './lib/measure.ts';

const wordCount = Number(process.env['BENCH_WORDS'] ?? 100_000);
const rounds = 3;

/** From the publication of a list at one process until another one, on the same database, judges by it. */
export async function wordPublication(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-words-'));
  const houses: House[] = [];
  try {
    const shared = { MASTER_KEY: '5b'.repeat(32) };
    const house = await startHouse(path.join(folder, 'one'), shared);
    houses.push(house);
    const { user, port, host = '', database } = house.database;
    const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
    const other = await startHouse(path.join(folder, 'other'), { ...shared, DATABASE_URL: url });
    houses.push(other);
    const [here, there] = await Promise.all([house, other].map(({ address }) => Client.signIn(address, 'admin')));
    await add(house, 1, wordCount - rounds);
    const took: Took[] = [];
    for (let round = 0; round < rounds; round += 1) took.push(await published(house, here!, there!, round));
    const all = median(took.map(({ whole }) => whole));
    return [
      {
        name: `words: a list of ${wordCount.toLocaleString('en')} published at one process holds at another`,
        limit: 'within 5 s',
        measured: `${(all / 1000).toFixed(1)} s, of which the call takes ${(median(took.map(({ call }) => call)) / 1000).toFixed(1)} s (${rounds} times)`,
        holds: all <= 5_000,
      },
    ];
  } finally {
    for (const one of houses.toReversed()) await one.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function statement(house: House, text: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client(house.database);
  await client.connect();
  await client.query(text, [...values]);
  await client.end();
}

/** Words of the draft, written as the calls write them. */
const add = (house: House, from: number, to: number): Promise<void> =>
  statement(
    house,
    `insert into sensitive_word (id, version, created_at, updated_at, word, plain, level, match_kind, gap, places, senders, observe, enabled)
     select gen_random_uuid(), 1, 0, 0, 'term' || n, 'term' || n, 'block', 'wholeWord', 0, '["single", "group"]', '[]', false, true
     from generate_series($1::int, $2::int) as n`,
    [from, to],
  );

/** Milliseconds until the call is answered, and until the other process refuses a word that came with it. */
interface Took {
  readonly call: number;
  readonly whole: number;
}

/** Publishes a list with one word more, and waits until the other process refuses it. */
async function published(house: House, here: Client, there: Client, round: number): Promise<Took> {
  const n = wordCount - rounds + round + 1;
  await add(house, n, n);
  const begins = performance.now();
  await here.call(wordPublish, {});
  const call = performance.now() - begins;
  for (;;) {
    const verdict = await there.call(wordTest, { text: `this is term${n}`, against: 'published' });
    if (verdict.published?.verdict === 'block') return { call, whole: performance.now() - begins };
    await sleep(20);
  }
}
