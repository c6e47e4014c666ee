import { expect, test } from 'vitest';
import { gatherer } from './gather.ts';

test('What is asked for while a batch is under way goes together with the next; each gets its own answer', async () => {
  const batches: number[][] = [];
  let open = (): void => undefined;
  const ask = gatherer(3, async (batch: readonly number[]) => {
    batches.push([...batch]);
    await new Promise<void>((resolve) => (open = resolve));
    return batch.map((one) => one * 10);
  });
  const first = ask(1);
  await expect.poll(() => batches).toEqual([[1]]);
  const others = [2, 3, 4, 5].map((one) => ask(one));
  open();
  expect(await first).toBe(10);
  await expect.poll(() => batches).toEqual([[1], [2, 3, 4]]);
  open();
  await expect.poll(() => batches.length).toBe(3);
  open();
  expect(await Promise.all(others)).toEqual([20, 30, 40, 50]);
  expect(batches.at(-1)).toEqual([5]);
});

test('A batch that fails fails for all of it, and the next is tried', async () => {
  let tries = 0;
  const ask = gatherer(10, (batch: readonly string[]) => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('away')) : Promise.resolve(batch);
  });
  const failed = await Promise.allSettled([ask('one'), ask('two')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask('three')).toBe('three');
});

test('Batches that keep apart take along what came meanwhile; what is asked for alone is asked at once', async () => {
  const batches: number[][] = [];
  const ask = gatherer(
    10,
    (batch: readonly number[]) => {
      batches.push([...batch]);
      return Promise.resolve(batch);
    },
    { apartMillis: 1_000 },
  );
  expect(await ask(1)).toBe(1);
  const second = ask(2);
  await new Promise(setImmediate);
  expect(await Promise.all([second, ask(3)])).toEqual([2, 3]);
  expect(batches).toEqual([[1], [2, 3]]);
});
