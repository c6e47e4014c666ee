import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CallFailure } from '../../run/failure.ts';
import { readHeader, readResponse, requestFrame } from './frames.ts';
import { HessianReader } from './hessian-reader.ts';
import { HessianError, HessianWriter } from './hessian.ts';

interface Vector {
  method: string;
  req: string;
  res: string;
}
const vectors = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../testing/dubbo26-generic.json'), 'utf8')) as Vector[];
const answerOf = ({ res }: Vector): unknown => {
  const bytes = Buffer.from(res, 'hex');
  const header = readHeader(bytes, 1_000_000);
  return readResponse(header.status, bytes.subarray(16, 16 + header.length));
};
const failureOf = (vector: Vector): CallFailure => {
  try {
    answerOf(vector);
  } catch (error) {
    if (error instanceof CallFailure) return error;
  }
  throw new Error('It was read');
};

test('answers of a Java provider are read: people, lists, dates, long numbers and decimals', () => {
  const [user, list, echo, at, big] = vectors;
  expect(answerOf(user!)).toMatchObject({ name: '张三', id: 7, sex: 'F', boss: { name: '老板', id: '9007199254740993' } });
  expect(answerOf(list!)).toMatchObject([{ name: '员工0' }, { name: '员工1' }, { name: '员工2' }]);
  expect(answerOf(echo!)).toEqual({ a: 1, b: '中文', c: [1, 2, { d: true }], f: 1.5, n: null });
  expect([typeof answerOf(at!), answerOf(big!)]).toEqual(['string', '9007199254740994']);
});

test('what a Java provider throws is told with class and message, and what it has not is not found', () => {
  const [boom, nope, missing] = vectors.slice(5);
  expect(failureOf(boom!).class).toBe('fault');
  expect(String(failureOf(boom!).facts.params?.['reason'])).not.toContain('\n');
  expect([failureOf(nope!).class, failureOf(missing!).class]).toEqual(['notFound', 'notFound']);
});

test('a request is the one that Java wrote, byte by byte', () => {
  const [user] = vectors;
  const frame = requestFrame(1n, {
    service: 'com.x.UserService',
    version: '1.0.0',
    group: '',
    method: 'getUser',
    args: [
      { type: 'long', value: 7 },
      { type: 'java.lang.String', value: '张三' },
    ],
    attachments: {},
    timeoutMs: 3000,
  });
  const read = (bytes: Buffer): unknown[] => {
    const reader = new HessianReader(bytes.subarray(16));
    const all: unknown[] = [];
    while (!reader.isOver) all.push(reader.read());
    return all;
  };
  // Java orders the attachments of a map by its own hash.
  expect(read(frame)).toEqual(read(Buffer.from(user!.req, 'hex')));
});

test('what is cut, endless or nested without end is refused', () => {
  const nested = Buffer.concat([Buffer.alloc(1_000, 0x79), Buffer.from([0x4e])]);
  for (const bytes of [
    nested,
    Buffer.from([0x58, 0x49, 0x7f, 0xff, 0xff, 0xff]),
    Buffer.from([0x53, 0xff, 0xff, 0x41]),
    Buffer.from([0x51, 0x95]),
    Buffer.from([0x60]),
    Buffer.from([0x48]),
  ])
    expect(() => new HessianReader(bytes).read()).toThrow(HessianError);
  expect(() => readHeader(Buffer.alloc(16), 10)).toThrow(CallFailure);
});

test('texts of every length and sign come back', () => {
  for (const text of ['', 'a', '张'.repeat(31), 'x'.repeat(1023), 'y'.repeat(40_000), '😀'.repeat(20_000)]) {
    const writer = new HessianWriter();
    writer.value({ text });
    expect(new HessianReader(writer.bytes()).read()).toEqual({ text });
  }
});
