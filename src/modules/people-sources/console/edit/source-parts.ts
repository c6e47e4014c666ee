import type { SourceKind } from '../../common/source-kinds.ts';
import { httpParts } from './http-parts.ts';
import type { Part, Parts } from './parts-input.tsx';

const from =
  (...places: string[]) =>
  (value: Parts): boolean =>
    places.includes(String(value['from'] ?? 'upload'));

const file: readonly Part[] = [
  { name: 'from', as: 'select', options: ['upload', 'folder', 'address'] },
  { name: 'folder', when: from('folder') },
  { name: 'pattern', when: from('folder') },
  { name: 'address', when: from('address') },
  { name: 'sheet' },
  { name: 'departmentSheet' },
  { name: 'headerRow', as: 'number', min: 1, max: 100 },
  { name: 'delimiter', as: 'select', options: ['auto', ',', ';', '\t', '|'] },
  { name: 'encoding', as: 'select', options: ['auto', 'utf-8', 'utf-16le', 'gb18030', 'shift_jis'] },
  { name: 'pathSeparator' },
  { name: 'actionColumn' },
  { name: 'idColumn', when: (value) => Boolean(value['actionColumn']) },
];

const ldap: readonly Part[] = [
  { name: 'servers', as: 'servers' },
  { name: 'security', as: 'select', options: ['ldaps', 'startTls', 'plain'] },
  { name: 'ca', as: 'area', when: (value) => value['security'] !== 'plain' },
  { name: 'bindDn' },
  { name: 'userBases', as: 'lines' },
  { name: 'userFilter' },
  { name: 'departments', as: 'select', options: ['ou', 'attribute', 'groups', 'none'] },
  { name: 'departmentBases', as: 'lines', when: (value) => value['departments'] === 'ou' || value['departments'] === 'groups' },
  { name: 'departmentFilter', when: (value) => value['departments'] === 'ou' || value['departments'] === 'groups' },
  { name: 'departmentAttribute', when: (value) => value['departments'] === 'attribute' },
  { name: 'pathSeparator', when: (value) => value['departments'] === 'attribute' },
  { name: 'pageSize', as: 'number', min: 10, max: 1000 },
];

const sql: readonly Part[] = [
  { name: 'database', as: 'select', options: ['postgresql', 'mysql'] },
  { name: 'host' },
  { name: 'port', as: 'number', min: 1, max: 65_535 },
  { name: 'name' },
  { name: 'user' },
  { name: 'tls', as: 'switch' },
  { name: 'ca', as: 'area', when: (value) => value['tls'] === true },
  { name: 'peopleQuery', as: 'area' },
  { name: 'departmentsQuery', as: 'area' },
  { name: 'removedQuery', as: 'area' },
  { name: 'markColumn' },
  { name: 'firstMark', when: (value) => Boolean(value['markColumn']) },
];

const scim: readonly Part[] = [
  { name: 'groups', as: 'select', options: ['crowds', 'departments', 'ignored'] },
  { name: 'department', as: 'select', options: ['path', 'code', 'name'], when: (value) => value['groups'] !== 'departments' },
  { name: 'pathSeparator', when: (value) => value['groups'] !== 'departments' && value['department'] === 'path' },
  { name: 'allowedAddresses', as: 'lines' },
];

/** What is entered of each kind's connection. */
export const configParts: Partial<Record<SourceKind, readonly Part[]>> = {
  file,
  scim,
  sql,
  http: httpParts,
  ldap,
  ad: [...ldap, { name: 'dirSync', as: 'switch' }],
};

/** Where the words of a kind's connection stand: both directories have the same. */
export const configWords = (kind: SourceKind): string => `source.config.${kind === 'ad' ? 'ldap' : kind}`;

export const scopeParts: readonly Part[] = [
  { name: 'include', as: 'lines' },
  { name: 'exclude', as: 'lines' },
];

export const leaverParts: readonly Part[] = [
  { name: 'do', as: 'select', options: ['keep', 'quarantine', 'disable', 'leave'] },
  { name: 'days', as: 'number', min: 1, max: 90, when: (value) => value['do'] === 'quarantine' },
];

export const brakeParts: readonly Part[] = [
  { name: 'shrink', as: 'number', min: 5, max: 50 },
  { name: 'lose.percent', as: 'number', min: 1, max: 30 },
  { name: 'lose.floor', as: 'number', min: 1, max: 100 },
  { name: 'lose.cap', as: 'number', min: 1, max: 5000 },
  { name: 'departments.percent', as: 'number', min: 1, max: 30 },
  { name: 'departments.floor', as: 'number', min: 1, max: 100 },
  { name: 'moved.percent', as: 'number', min: 5, max: 100 },
  { name: 'moved.floor', as: 'number', min: 1, max: 100 },
  { name: 'renamed.percent', as: 'number', min: 1, max: 50 },
  { name: 'renamed.floor', as: 'number', min: 1, max: 100 },
  { name: 'invalid.percent', as: 'number', min: 1, max: 50 },
  { name: 'invalid.floor', as: 'number', min: 1, max: 100 },
];

/** Limits of pushed changes: only losses of sign-in are counted. */
export const pushedBrakeParts: readonly Part[] = brakeParts.filter(({ name }) => name.startsWith('lose.'));

export const scheduleParts: readonly Part[] = [
  { name: 'kind', as: 'select', options: ['off', 'every', 'daily'] },
  { name: 'everyMinutes', as: 'number', min: 5, max: 1440, when: (value) => value['kind'] === 'every' },
  { name: 'times', as: 'lines', when: (value) => value['kind'] === 'daily' },
  { name: 'zone', when: (value) => value['kind'] === 'daily' },
  { name: 'fullEvery', as: 'number', min: 1, max: 30, when: (value) => value['kind'] !== 'off' },
];
