import { expect, test } from 'vitest';
import { loadChunk } from './load-page.ts';

const fails = (message: string): Promise<never> => Promise.reject(new TypeError(message));
const failureOf = (load: () => Promise<unknown>, timeout?: number): Promise<unknown> =>
  loadChunk('muc-page', load, timeout).catch((error: unknown) => error);

test.each([
  ['Failed to fetch dynamically imported module: http://host/assets/x-1.js', 'http://host/assets/x-1.js'],
  ['error loading dynamically imported module: http://host/assets/x-1.js', 'http://host/assets/x-1.js'],
  ['Importing a module script failed.', 'muc-page'],
])('a missing chunk: %s', async (message, request) => {
  expect(await failureOf(() => fails(message))).toMatchObject({ code: 'CHUNK_LOAD_FAILED', type: 'missing', request });
});

test('a style sheet has a code of its own', async () => {
  expect(await failureOf(() => fails('Unable to preload CSS for /assets/x.css'))).toMatchObject({
    code: 'CSS_CHUNK_LOAD_FAILED',
    type: 'missing',
    request: '/assets/x.css',
  });
});

test('a chunk that never comes is a timeout; what a page throws by itself stays what it is', async () => {
  expect(await failureOf(() => new Promise(() => undefined), 20)).toMatchObject({
    code: 'CHUNK_LOAD_FAILED',
    type: 'timeout',
    request: 'muc-page',
  });
  expect(await failureOf(() => fails('x is not a function'))).toMatchObject({ name: 'TypeError', message: 'x is not a function' });
  expect(await loadChunk('muc-page', async () => 'here')).toBe('here');
});
