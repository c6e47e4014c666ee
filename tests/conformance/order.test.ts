import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import type { Endpoint } from '../../src/kit/common/contract.ts';
import { House } from '../access/house.ts';
import { makerOf } from './collected.ts';
import { orderSamples } from './order-samples.ts';
import type { Values } from './samples.ts';

const operations = modules.flatMap((module) => module.routes.map((route) => route.operation));
const byPath = new Map<string, Endpoint>(operations.map((operation) => [operation.path, operation]));
const placeField = /^(?:order(?:No)?|priority|rank)$/;
const ordered = modules
  .flatMap((module) => module.kinds ?? [])
  .filter(({ kind, fields }) => kind in orderSamples || Object.keys(fields).some((name) => placeField.test(name)))
  .map(({ kind }) => kind);

let house: House;
beforeAll(async () => {
  house = await House.open();
}, 300_000);
afterAll(() => house.stop());

test('every kind that has a place among others says how it gets one, and so does every operation that reorders', () => {
  expect(Object.keys(orderSamples).toSorted()).toEqual(ordered.toSorted());
  const said = Object.values(orderSamples).flatMap((sample) => ('reorder' in sample ? [sample.reorder.path] : []));
  expect(operations.map(({ path }) => path).filter((path) => path.endsWith('/reorder') && !said.includes(path))).toEqual([]);
});

const samples = Object.entries(orderSamples).flatMap(([kind, sample]) => ('reorder' in sample ? [{ kind, ...sample }] : []));
const atOnce = 8;
/** What a reorder may answer beside success: others exist by now, or have changed. */
const overtaken = [10409, 10412];

test.each(samples)('$kind: added and reordered by many at once, each has a place of its own', async ({ kind, add, reorder, shared }) => {
  const { boss, product } = house;
  await house.confirm(boss);
  const inputs = async (): Promise<Values[]> => {
    const made = [];
    for (let at = 0; add && at < atOnce; at += 1) made.push(await makerOf(add)(house));
    return made;
  };
  const askAll = async (called: string, asked: readonly Values[]) => {
    const answers = await Promise.all(asked.map((input) => boss.ask(byPath.get(called)!, input)));
    return answers.map(({ status, code, data }) => (code === 10400 ? [status, code, data] : [status, code]));
  };
  const [first, second] = [await inputs(), await inputs()];
  if (add) expect(await askAll(add.path, first)).toEqual(first.map(() => [200, 0]));
  const { path } = reorder;
  const order = await makerOf(reorder)(house);
  const same = Array.from({ length: atOnce }, () => order);
  const [reorders, adds] = await Promise.all([askAll(path, same), add ? askAll(add.path, second) : []]);
  expect(reorders.filter(([status, code]) => status !== 200 || (code !== 0 && !overtaken.includes(Number(code))))).toEqual([]);
  expect(adds.filter(([, code]) => code !== 0)).toEqual([]);
  const { rows } = await product.database.pool.query(shared);
  expect({ kind, rows }).toEqual({ kind, rows: [] });
});
