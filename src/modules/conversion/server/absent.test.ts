import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { conversionList, convertParamGet } from '../common/conversion.contract.ts';
import { lookForEnginesIn } from './engines.ts';
import { conversionModule } from './module.ts';
import { convertFile } from './public.ts';

let house: TestModules;
beforeAll(async () => {
  lookForEnginesIn({ office: [], poppler: '/nowhere' });
  house = await serveModules(conversionModule);
});
afterAll(async () => {
  lookForEnginesIn();
  await house.close();
});

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
