import { expect, test } from 'vitest';
import type { CallRecord } from './call-record.ts';
import { logColumns, logLine } from './call-row.ts';

const record = (detail: string, data: unknown): CallRecord & { readonly id: string } => ({
  id: '00000000-0000-7000-8000-000000000000',
  at: 0,
  requestId: 'r',
  target: { interfaceId: 'i', systemId: 's', systemCode: 's', systemName: 'S', name: 'I', path: 's/p/i', kind: 'http', ownerDeptId: null },
  versionNo: 1,
  caller: { kind: 'system' },
  address: '127.0.0.1',
  method: 'GET',
  class: 'ok',
  httpStatus: 200,
  code: 0,
  ms: { total: 1 },
  bytes: { in: 0, out: 0 },
  steps: [{ step: 'params', from: 0, ms: 1, state: 'done', detail, data }],
});

test('steps with signs that the database refuses stay JSON, and what only looks like one stays as it is', () => {
  const written = logLine(record('a\0b\ud800c', { 'n\0m': String.raw`\u0000 \ud800`, list: ['x\udc00'] }));
  // Back from the form of COPY.
  const text = written.toString('utf8').split('\t')[logColumns.indexOf('steps')]!.replaceAll('\\\\', '\\');
  expect(JSON.parse(text)).toMatchObject([{ detail: 'ab\uFFFDc', data: { nm: String.raw`\u0000 \ud800`, list: ['x\uFFFD'] } }]);
});
