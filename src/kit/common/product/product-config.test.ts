import { expect, test } from 'vitest';
import { languages } from '../language.ts';
import { productConfigOf, productDefaults, titleOf } from './product-config.ts';

function read(source: unknown): { config: ReturnType<typeof productConfigOf>; reported: string[] } {
  const reported: string[] = [];
  return { config: productConfigOf(source, (item) => reported.push(item)), reported };
}

test('what is not configured has its default, without a report', () => {
  expect(read({ org: 'Example' })).toEqual({ config: { ...productDefaults, org: 'Example' }, reported: [] });
  expect(read(undefined)).toEqual({ config: productDefaults, reported: [] });
});

test.each([
  ['tabTitle', 7],
  ['menuTitle', null],
  ['env', ['test']],
  ['mainLanguage', 'de_DE'],
  ['hosts', ['https://x.example']],
  ['hosts', { api: 1 }],
  ['iframeHosts', 'https://x.example'],
  ['iframeHosts', ["https://x.example; script-src 'unsafe-inline'"]],
  ['loginLinks', [{ title: 'x', url: 'javascript:alert(1)' }]],
  ['loginLinks', [{ title: 'x', url: '//evil.example' }]],
  ['loginLinks', [{ title: 'x' }]],
] as const)('%s with %j is replaced by its default and reported', (name, value) => {
  const { config, reported } = read({ org: 'Example', [name]: value });
  expect(config).toEqual({ ...productDefaults, org: 'Example' });
  expect(reported).toEqual([name]);
});

test('a configuration that is no object is reported as a whole', () => {
  expect(read('text')).toEqual({ config: productDefaults, reported: ['the whole'] });
});

test('tab and menu say whose mobile platform it is, in the language of the reader, unless something else is configured', () => {
  const titles = (source: object): string[] => languages.map((language) => titleOf(read(source).config, 'tabTitle', language));
  expect(titles({ org: 'Example' })).toEqual(['Example移动平台', 'Mobile platform of Example', 'Example モバイルプラットフォーム']);
  expect(titles({})).toEqual(['移动平台', 'Mobile platform', 'モバイルプラットフォーム']);
  expect(titles({ org: 'Example', tabTitle: 'Desk of {org}' })).toEqual(Array(3).fill('Desk of Example'));
  expect(titleOf(read({ org: 'Example' }).config, 'menuTitle', 'en_US')).toBe('Mobile platform of Example');
});
