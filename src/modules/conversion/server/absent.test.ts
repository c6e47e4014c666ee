import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { conversionList, convertParamGet } from '../common/conversion.contract.ts';
import { conversionModule } from './module.ts';
import { convertFile } from './public.ts';

vi.mock('./engines.ts', () => ({
  findEngines: () =>
    Promise.resolve({
      office: { engine: 'libreoffice', path: null, version: null, package: 'libreoffice-nogui' },
      poppler: { engine: 'poppler', path: null, version: null, package: 'poppler-utils' },
      isolated: false,
    }),
}));

let house: TestModules;
beforeAll(async () => {
  house = await serveModules(conversionModule);
});
afterAll(() => house.close());

test('26: without a converter the page names the package, conversions answer 14061, and the rest works', async () => {
  const { engines } = await house.boss.call(convertParamGet, {});
  expect(engines.map(({ version, package: named }) => [version, named])).toEqual([
    [null, 'libreoffice-nogui'],
    [null, 'poppler-utils'],
  ]);
  for (const name of ['a.pdf', 'a.txt']) {
    const content = Readable.from([Buffer.from(name === 'a.pdf' ? '%PDF-1.4\n' : 'text')]);
    await expect(convertFile(house.services, { name, content, origin: 'test' })).rejects.toMatchObject({ answer: 14061 });
  }
  expect((await house.boss.call(conversionList, {})).list).toEqual([]);
});
