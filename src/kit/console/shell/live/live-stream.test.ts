import { expect, test } from 'vitest';
import { backoff, eventReader, type LiveEvent } from './live-stream.ts';

function read(...pieces: string[]): LiveEvent[] {
  const events: LiveEvent[] = [];
  const reader = eventReader((event) => events.push(event));
  pieces.forEach(reader);
  return events;
}

test('events are read wherever the pieces are cut; comments and broken data are passed over', () => {
  const text = ': \n\nevent: job\ndata: {"id":"7"}\n\nevent: bad\ndata: {\n\ndata: 1\n\n';
  const whole = read(text);
  expect(whole).toEqual([
    { topic: 'job', data: { id: '7' } },
    { topic: 'message', data: 1 },
  ]);
  expect(read(...text)).toEqual(whole);
});

test('what is not complete waits', () => {
  expect(read('event: job\ndata: 1\n')).toEqual([]);
  expect(read('event: job\r\ndata: 1\r\n\r\n')).toEqual([{ topic: 'job', data: 1 }]);
});

test('pauses double from half a second up to half a minute', () => {
  expect([0, 1, 2, 20].map((attempt) => backoff(attempt, 1))).toEqual([1000, 2000, 4000, 30_000]);
  expect(backoff(0, 0)).toBe(500);
});
