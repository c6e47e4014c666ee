import { httpPresets } from '../../common/config/http.ts';
import { valueAt, type Part, type Parts } from './parts-input.tsx';

const at =
  (name: string, ...places: string[]) =>
  (value: Parts): boolean =>
    places.includes(String(valueAt(value, name) ?? ''));

const isGeneric = at('preset', 'generic');
const both =
  (...all: ((value: Parts) => boolean)[]) =>
  (value: Parts): boolean =>
    all.every((one) => one(value));
const given =
  (name: string) =>
  (value: Parts): boolean =>
    Boolean(valueAt(value, name));

const auth: readonly Part[] = [
  { name: 'auth.kind', as: 'select', options: ['none', 'basic', 'bearer', 'header', 'oauth2', 'token'], when: isGeneric },
  ...(
    [
      ['user', 'basic'],
      ['tokenAddress', 'oauth2'],
      ['clientId', 'oauth2'],
      ['scope', 'oauth2'],
      ['path', 'token'],
      ['token', 'token'],
    ] as const
  ).map(([name, kind]): Part => ({ name: `auth.${name}`, when: both(isGeneric, at('auth.kind', kind)) })),
  { name: 'auth.header', when: both(isGeneric, at('auth.kind', 'header', 'token')) },
  { name: 'auth.method', word: 'method', as: 'select', options: ['GET', 'POST'], when: both(isGeneric, at('auth.kind', 'token')) },
  { name: 'auth.body', as: 'area', when: both(isGeneric, at('auth.kind', 'token'), at('auth.method', 'POST')) },
];

/** A list: where it is, what its records are called, and how it goes on. */
function listParts(list: 'people' | 'departments', own: readonly Part[]): Part[] {
  const read = both(isGeneric, list === 'people' ? () => true : given('departments.path'));
  const paging = (...kinds: string[]) => both(read, at(`${list}.paging.kind`, ...kinds));
  const part = (name: string, more: Partial<Part> = {}): Part => ({ word: name, when: read, ...more, name: `${list}.${name}` });
  return [
    { name: list === 'people' ? 'peopleList' : 'departmentList', as: 'heading', when: isGeneric },
    part('path', { when: isGeneric }),
    part('method', { as: 'select', options: ['GET', 'POST'] }),
    part('body', { as: 'area', when: both(read, at(`${list}.method`, 'POST')) }),
    part('records'),
    part('id'),
    ...own.map((one): Part => ({ ...one, name: `${list}.${one.name}`, when: read })),
    part('perDepartment', { as: 'switch' }),
    part('paging.kind', { as: 'select', options: ['none', 'page', 'offset', 'cursor', 'link'] }),
    part('paging.parameter', { when: paging('page', 'offset', 'cursor') }),
    part('paging.size', { as: 'number', min: 1, max: 10_000, when: paging('page', 'offset', 'cursor') }),
    part('paging.sizeParameter', { when: paging('page', 'offset', 'cursor') }),
    part('paging.first', { as: 'number', min: 0, max: 1, when: paging('page') }),
    part('paging.total', { when: paging('page', 'offset') }),
    part('paging.next', { when: paging('cursor') }),
    part('paging.more', { when: paging('cursor') }),
  ];
}

const isFollowed = both(isGeneric, given('sinceParameter'));
const isFetched = both(isGeneric, given('person.path'));

/** What is entered of a directory over HTTP: little where a preset knows the rest. */
export const httpParts: readonly Part[] = [
  { name: 'preset', as: 'select', options: httpPresets },
  { name: 'base' },
  { name: 'auth.appId', when: (value) => !isGeneric(value) },
  ...auth,
  { name: 'perSecond', as: 'number', min: 1, max: 100 },
  { name: 'plain', as: 'switch' },
  { name: 'ca', as: 'area', when: (value) => value['plain'] !== true },
  ...listParts('people', [{ name: 'departments', word: 'people.departments' }]),
  ...listParts('departments', [
    { name: 'parent', word: 'departments.parent' },
    { name: 'children', word: 'departments.children' },
  ]),
  { name: 'top', when: isGeneric },
  { name: 'changes', as: 'heading', when: isGeneric },
  { name: 'errorPath', when: isGeneric },
  { name: 'errorOk', when: both(isGeneric, given('errorPath')) },
  { name: 'sinceParameter', when: isGeneric },
  { name: 'sinceFrom', as: 'select', options: ['record', 'answer'], when: isFollowed },
  { name: 'sincePath', when: isFollowed },
  { name: 'people.removed', when: isGeneric },
  { name: 'onePerson', as: 'heading', when: isGeneric },
  { name: 'person.path', when: isGeneric },
  { name: 'person.method', word: 'method', as: 'select', options: ['GET', 'POST'], when: isFetched },
  { name: 'person.body', word: 'body', as: 'area', when: both(isFetched, at('person.method', 'POST')) },
  { name: 'person.record', word: 'record', when: isFetched },
];
