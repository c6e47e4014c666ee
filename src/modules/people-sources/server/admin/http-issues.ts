import type { IssueDraft } from '#kit/server/refusal.ts';
import type { HttpSourceConfig } from '../../common/config/http.ts';

const issue = (path: string, key: string): IssueDraft => ({ path: `config.${path}`, namespace: 'user-centre', key: `source.issue.${key}` });
const missing = (path: string): IssueDraft => ({ path: `config.${path}`, namespace: 'kit', key: 'issue.missing' });

/** What each way of being let in needs beside its secret. */
const needed: Readonly<Record<HttpSourceConfig['auth']['kind'], readonly (keyof HttpSourceConfig['auth'])[]>> = {
  none: [],
  basic: ['user'],
  bearer: [],
  header: ['header'],
  oauth2: ['tokenAddress', 'clientId'],
  token: ['path', 'token'],
};

/** Mistakes of a directory over HTTP that its shape does not show. */
export function httpIssues(config: HttpSourceConfig): IssueDraft[] {
  const isGeneric = config.preset === 'generic';
  return [...plainIssues(config), ...(isGeneric ? genericIssues(config) : config.auth.appId === '' ? [missing('auth.appId')] : [])];
}

/** A secret would travel for everybody to read, and so would the people. */
function plainIssues({ base, plain, auth }: HttpSourceConfig): IssueDraft[] {
  const addresses = [
    ['base', base],
    ['auth.tokenAddress', auth.tokenAddress],
  ] as const;
  if (plain) return [];
  return addresses.filter(([, address]) => address !== '' && !address.startsWith('https://')).map(([path]) => issue(path, 'notHttps'));
}

function genericIssues(config: HttpSourceConfig): IssueDraft[] {
  const { base, auth, people, departments, person } = config;
  const body = (path: string, one: { method: string; body: string }): IssueDraft[] =>
    one.method === 'POST' && !isBody(one.body) ? [issue(`${path}.body`, 'notJson')] : [];
  return [
    ...(base === '' ? [missing('base')] : []),
    ...needed[auth.kind].filter((name) => auth[name] === '').map((name) => missing(`auth.${name}`)),
    ...(people.path === '' ? [missing('people.path')] : []),
    ...(people.path === '' ? [] : [...listIssues('people', people), ...body('people', people)]),
    ...(departments.path === '' ? [] : [...listIssues('departments', departments), ...body('departments', departments)]),
    ...(person.path === '' ? [] : [...(named('{id}', person) ? [] : [issue('person.path', 'noIdPlace')]), ...body('person', person)]),
    ...(config.sinceParameter !== '' && config.sincePath === '' ? [missing('sincePath')] : []),
  ];
}

const named = (place: string, { path, method, body }: { path: string; method: string; body: string }): boolean =>
  path.includes(place) || (method === 'POST' && body.includes(place));

function listIssues(at: 'people' | 'departments', list: HttpSourceConfig['people'] | HttpSourceConfig['departments']): IssueDraft[] {
  const { paging } = list;
  const isNumbered = paging.kind === 'page' || paging.kind === 'offset';
  return [
    ...(list.id === '' ? [missing(`${at}.id`)] : []),
    ...(list.perDepartment && !named('{department}', list) ? [issue(`${at}.path`, 'noDepartmentPlace')] : []),
    ...((isNumbered || paging.kind === 'cursor') && paging.parameter === '' ? [missing(`${at}.paging.parameter`)] : []),
    ...(paging.kind === 'cursor' && paging.next === '' ? [missing(`${at}.paging.next`)] : []),
  ];
}

/** An object of JSON, once ids stand in it. */
function isBody(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const read: unknown = JSON.parse(text.replaceAll('{department}', '1').replaceAll('{id}', '1'));
    return typeof read === 'object' && read !== null && !Array.isArray(read);
  } catch {
    return false;
  }
}
