import { RE2JS } from 're2js';
import type { Definition, Mapping } from '#modules/access/common/definition.ts';
import { CallFailure } from './failure.ts';

const segments = (path: string): string[] => path.split('.').filter((part) => part !== '' && part !== '$');

/** The value at a path like `a.b.0.c`; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let current: unknown = value;
  for (const part of segments(path)) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Object.hasOwn(current, part) ? (current as Record<string, unknown>)[part] : undefined;
  }
  return current;
}

function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const parts = segments(path);
  const last = parts.pop();
  if (last === undefined || [...parts, last].some((part) => part === '__proto__' || part === 'constructor' || part === 'prototype')) return;
  let current = target;
  for (const part of parts) {
    const next = current[part];
    if (typeof next === 'object' && next !== null && !Array.isArray(next)) current = next as Record<string, unknown>;
    else current = (current[part] = {}) as Record<string, unknown>;
  }
  current[last] = value;
}

function convertedBy(value: unknown, how: Mapping['rows'][number]['convert']): unknown {
  if (value === undefined || value === null || how === 'none') return value ?? null;
  if (Array.isArray(value)) return value.map((one) => convertedBy(one, how));
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (how === 'text') return text;
  if (how === 'boolean') return /^(true|1|x|y|yes)$/i.test(text.trim());
  if (how === 'trim') return text.trim();
  if (how === 'upper') return text.toUpperCase();
  if (how === 'lower') return text.toLowerCase();
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

const mapOne = (value: unknown, rows: Mapping['rows']): Record<string, unknown> => {
  const made: Record<string, unknown> = {};
  for (const { to, from, convert } of rows) put(made, to, convertedBy(valueAt(value, from), convert));
  return made;
};

/** Whether a mapping does something. */
export const maps = ({ rows, expression, list }: Mapping): boolean => rows.length > 0 || expression !== '' || list !== '';

/** What a mapping makes of a value; class transform with its path where it can't. */
export async function applyMapping(mapping: Mapping, value: unknown, name: 'requestMap' | 'answerMap'): Promise<unknown> {
  if (mapping.expression !== '') return evaluate(mapping.expression, value, name);
  const base = mapping.list === '' ? value : valueAt(value, mapping.list);
  if (mapping.list !== '' && base === undefined)
    throw new CallFailure('transform', { params: { path: `${name}.list`, reason: mapping.list } });
  if (mapping.rows.length === 0) return base;
  return Array.isArray(base) ? base.map((one) => mapOne(one, mapping.rows)) : mapOne(base, mapping.rows);
}

/** A linear-time stand-in for RegExp, as far as JSONata uses it: patterns of administrators never run backwards. */
class LinearPattern {
  readonly #pattern: RE2JS;
  lastIndex = 0;
  constructor(source: string | RegExp, flags = '') {
    const text = typeof source === 'string' ? source : source.source;
    const used = (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('m') ? RE2JS.MULTILINE : 0);
    this.#pattern = RE2JS.compile(text, used);
  }
  exec(text: string): (string[] & { index: number }) | null {
    const matcher = this.#pattern.matcher(text);
    if (!matcher.find(this.lastIndex)) {
      this.lastIndex = 0;
      return null;
    }
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, at) => matcher.group(at) ?? '');
    this.lastIndex = matcher.end();
    return Object.assign(groups, { index: matcher.start() });
  }
  test(text: string): boolean {
    return this.exec(text) !== null;
  }
}

type Expression = { evaluate(input: unknown): Promise<unknown> };
const compiled = new Map<string, Expression>();
const expressionMs = 1000;
const largest = 10 * 1024 * 1024;

async function evaluate(text: string, value: unknown, name: string): Promise<unknown> {
  try {
    const known = compiled.get(text) ?? (await compile(text));
    if (compiled.size > 2000) compiled.clear();
    compiled.set(text, known);
    // Lists of JSONata carry marks of its own: only plain JSON leaves it.
    const json = JSON.stringify((await known.evaluate(value)) ?? null);
    if (json.length > largest) throw new CallFailure('tooLarge', { params: { n: largest } });
    const result: unknown = JSON.parse(json);
    return result;
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    const reason = typeof error === 'object' && error !== null && 'message' in error ? String(error.message).slice(0, 200) : '';
    throw new CallFailure('transform', { params: { path: `${name}.expression`, reason } }, error);
  }
}

/** What an expression (JSONata) makes of a value, within the same bounds; the reason where it can't. */
export async function mapByExpression(
  expression: string,
  value: unknown,
): Promise<{ readonly value: unknown } | { readonly reason: string }> {
  try {
    return { value: await evaluate(expression, value, 'mapping') };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return { reason: String(error.facts.params?.['reason'] ?? error.class) };
  }
}

async function compile(text: string): Promise<Expression> {
  const { default: jsonata } = await import('jsonata');
  const Engine = LinearPattern as unknown;
  return jsonata(text, { timeout: expressionMs, stack: 500, sequence: 100_000, RegexEngine: Engine as RegExpConstructor });
}

/** Refuses an answer that its definition counts as a failure. */
export function assertSuccess({ successWhen }: Definition, data: unknown): void {
  if (successWhen === null) return;
  const found = valueAt(data, successWhen.path);
  if (String(found) === successWhen.equals) return;
  const message = successWhen.messagePath === '' ? '' : String(valueAt(data, successWhen.messagePath) ?? '');
  throw new CallFailure('fault', { params: { reason: message === '' ? `${successWhen.path} = ${String(found)}` : message.slice(0, 300) } });
}
