import { RE2JS } from 're2js';
import { connectionOf, type Definition } from '../common/definition.ts';
import type { Finding } from '../common/interface.contract.ts';
import { parseStatement, StatementError } from './sql/statement.ts';

/** A finding before it is put into words. */
export interface RawFinding {
  readonly level: Finding['level'];
  readonly code?: number;
  readonly path: string;
  readonly key: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What the check of a draft knows of what the draft names. */
export interface DraftFacts {
  /** Names of global parameters. */
  readonly globals: ReadonlySet<string>;
  /** The connection, where the target has one: missing, or what it is. */
  readonly connection?: { readonly kind: string; readonly enabled: boolean; readonly allowWrite?: boolean } | undefined;
  readonly addresses: number;
}

const placeholders = (text: string): string[] => [...text.matchAll(/(?<!\{)\{([A-Za-z_]\w*)\}(?!\})/g)].map((match) => match[1]!);
const globalsIn = (text: string): string[] => [...text.matchAll(/\{\{g\.([A-Za-z0-9_-]+)\}\}/g)].map((match) => match[1]!);

/** What is wrong with a draft (errors stop a publish), and what somebody should know of it. */
export function checkDraft(definition: Definition, facts: DraftFacts): RawFinding[] {
  return [
    ...checkParams(definition),
    ...checkGlobals(definition, facts),
    ...checkTarget(definition, facts),
    ...checkBehaviour(definition),
    ...checkSchemas(definition),
  ];
}

function checkParams({ params, target, methods }: Definition): RawFinding[] {
  const found: RawFinding[] = [];
  const names = new Set<string>();
  for (const [at, param] of params.entries()) {
    if (names.has(param.name))
      found.push({ level: 'error', path: `params.${at}.name`, key: 'finding.doubleParam', params: { name: param.name } });
    names.add(param.name);
    if (param.sensitive && param.from === 'query' && methods.includes('POST'))
      found.push({ level: 'warning', path: `params.${at}`, key: 'finding.sensitiveQuery', params: { name: param.name } });
    if (param.from === 'body' && !methods.some((method) => method !== 'GET'))
      found.push({ level: 'warning', path: `params.${at}`, key: 'finding.bodyOfGet', params: { name: param.name } });
    if (param.pattern !== '' && !isPattern(param.pattern))
      found.push({ level: 'error', path: `params.${at}.pattern`, key: 'finding.pattern', params: { name: param.name } });
  }
  for (const name of namesIn(target))
    if (!names.has(name)) found.push({ level: 'error', path: 'target', key: 'finding.unknownParam', params: { name } });
  return found;
}

/** Names of parameters that a target names. */
function namesIn(target: Definition['target']): string[] {
  if (target.kind === 'http')
    return [
      ...new Set([target.path, target.bodyText, ...[...target.query, ...target.headers].map(({ value }) => value)].flatMap(placeholders)),
    ];
  if (target.kind === 'sap') return [...target.filters, ...target.keys].map(({ param }) => param);
  if (target.kind === 'dubbo') return target.args.map(({ param }) => param);
  return [];
}

function checkGlobals(definition: Definition, { globals }: DraftFacts): RawFinding[] {
  const named = new Set([
    ...globalsIn(JSON.stringify(definition.target)),
    ...definition.params.filter(({ from }) => from === 'global').map(({ value }) => value),
  ]);
  return [...named]
    .filter((name) => !globals.has(name))
    .map((name) => ({ level: 'error', path: 'target', key: 'finding.unknownGlobal', params: { name } }));
}

function checkTarget({ target, params }: Definition, facts: DraftFacts): RawFinding[] {
  const found: RawFinding[] = [];
  if (target.kind === 'http' && facts.addresses === 0) found.push({ level: 'error', path: 'target', key: 'finding.noAddress' });
  if (connectionOf(target) !== null && !facts.connection) found.push({ level: 'error', path: 'target', key: 'finding.noConnection' });
  if (facts.connection && !facts.connection.enabled) found.push({ level: 'warning', path: 'target', key: 'finding.connectionOff' });
  if (target.kind === 'soap' && target.operation === '')
    found.push({ level: 'error', path: 'target.operation', key: 'finding.noOperation' });
  if (target.kind === 'dubbo' && (target.service === '' || target.method === ''))
    found.push({ level: 'error', path: 'target.service', key: 'finding.noService' });
  if (target.kind === 'sap' && target.functionName === '' && target.entitySet === '')
    found.push({ level: 'error', path: 'target.functionName', key: 'finding.noFunction' });
  if (target.kind === 'sap' && /^BAPI_TRANSACTION_COMMIT$/i.test(target.functionName))
    found.push({ level: 'error', path: 'target.functionName', key: 'finding.stateless' });
  if (target.kind !== 'database') return found;
  const write = target.mode === 'write';
  if (write && facts.connection && facts.connection.allowWrite !== true)
    found.push({ level: 'error', code: 14031, path: 'target.mode', key: 'finding.noWrite' });
  try {
    const statement = parseStatement(target.sql, { dialect: facts.connection?.kind === 'postgresql' ? 'postgresql' : 'mysql', write });
    const known = new Set(params.map(({ name }) => name));
    for (const name of statement.params)
      if (!known.has(name)) found.push({ level: 'error', path: 'target.sql', key: 'finding.unknownParam', params: { name } });
    for (const name of statement.choices)
      if (!(name in target.choices) || !known.has(name))
        found.push({ level: 'error', path: 'target.sql', key: 'finding.unknownChoice', params: { name } });
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    found.push({
      level: 'error',
      code: 14030,
      path: 'target.sql',
      key: write ? 'finding.statementWrite' : 'finding.statement',
      params: { position: error.position },
    });
  }
  return found;
}

function checkBehaviour(definition: Definition): RawFinding[] {
  const found: RawFinding[] = [];
  const { cache, params, behaviour, methods } = definition;
  const isWrite = methods.some((method) => method !== 'GET');
  const byCaller = params.some(({ from }) => from === 'caller');
  if (cache.on && definition.target.kind === 'database' && definition.target.mode === 'write')
    found.push({ level: 'error', path: 'cache', key: 'finding.cacheWrite' });
  if (cache.on && byCaller && cache.by === 'none') found.push({ level: 'error', path: 'cache.by', key: 'finding.cacheCaller' });
  if (isWrite && behaviour.retries > 0 && definition.target.kind === 'http' && definition.target.method !== 'GET')
    found.push({ level: 'warning', path: 'behaviour.retries', key: 'finding.retryWrite' });
  return found;
}

function checkSchemas({ answerSchema, requestMap, answerMap, mock }: Definition): RawFinding[] {
  const found: RawFinding[] = [];
  if (answerSchema !== '' && !isJsonObject(answerSchema)) found.push({ level: 'error', path: 'answerSchema', key: 'finding.schema' });
  if (mock.on && !isJsonValue(mock.body)) found.push({ level: 'error', path: 'mock.body', key: 'finding.mock' });
  for (const [path, { expression }] of [
    ['requestMap', requestMap],
    ['answerMap', answerMap],
  ] as const)
    if (/\$eval\b/.test(expression)) found.push({ level: 'error', path: `${path}.expression`, key: 'finding.eval' });
  return found;
}

function isJsonValue(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isJsonObject = (text: string): boolean => {
  if (!isJsonValue(text)) return false;
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
};

function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}
