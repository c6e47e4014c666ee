import { expect, test } from 'vitest';
import { clock } from '#platform/clock.ts';
import { idOf, newId } from './ids.ts';

const millisOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

test('Identifiers ascend, also of one millisecond and over a clock that was set back a little', () => {
  const start = Date.now();
  const moments = [start, start, start - 30_000, start + 1];
  const ids = moments.map((at) => {
    const end = clock.follow(() => at);
    const id = newId();
    end();
    return id;
  });
  expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
});

test('A clock that ran ahead by an hour and was set right leaves no identifiers of the future', () => {
  const end = clock.follow(() => Date.now() + 3_600_000);
  newId();
  end();
  expect(millisOf(newId())).toBeLessThanOrEqual(Date.now());
});

test('The identifier of a text never changes: what was written under it is found again', () => {
  expect(idOf('account a')).toBe('c7f606da-26aa-8d07-bbb7-9318be1bbee4');
});
