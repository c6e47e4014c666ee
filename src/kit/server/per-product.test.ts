import { expect, test } from 'vitest';
import type { Services } from './services.ts';
import { inTurn, perProduct, upkeepEvery } from './per-product.ts';

type Product = Pick<Services, 'database' | 'now'>;

let at = 1_000_000;
/** Only what products are told apart by: neither piece asks anything of the database. */
const productOf = (): Product => ({ database: Object.create(null) as Services['database'], now: () => at });

test('Each product has its own, and the same one each time', () => {
  const of = perProduct(() => ({ count: 0 }));
  const [one, other] = [productOf(), productOf()];
  of(one).count += 1;
  expect([of(one).count, of({ ...one }).count, of(other).count]).toEqual([1, 1, 0]);
});

test('Upkeep is done once in its time for each product, after a clock that was set back, and again at once where it failed', async () => {
  const done: Product[] = [];
  let fails = false;
  const upkeep = upkeepEvery(1_000, async (product: Product) => {
    if (fails) throw new Error('The database is away');
    done.push(product);
  });
  const [one, other] = [productOf(), productOf()];
  for (const product of [one, one, other, one]) await upkeep(product);
  expect(done).toEqual([one, other]);
  at += 1_000;
  fails = true;
  await expect(upkeep(one)).rejects.toThrow('The database is away');
  fails = false;
  await upkeep(one);
  at -= 600_000;
  await upkeep(one);
  expect(done).toHaveLength(4);
});

test('A step of upkeep that fails keeps no other from being done, and every failure is told', async () => {
  const done: string[] = [];
  const good = (name: string) => async () => void done.push(name);
  const bad = (name: string) => async () => {
    throw new Error(name);
  };
  const services = Object.create(null) as Services;
  await expect(inTurn(good('a'), bad('b'), good('c'))(services)).rejects.toThrow(/^b$/);
  await expect(inTurn(bad('d'), good('e'), bad('f'))(services)).rejects.toMatchObject({ errors: [{ message: 'd' }, { message: 'f' }] });
  await inTurn(good('g'))(services);
  expect(done).toEqual(['a', 'c', 'e', 'g']);
});
