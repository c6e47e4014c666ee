import { RE2JS } from 're2js';
import type { Definition, InterfaceParam } from '#modules/access/common/definition.ts';
import type { Globals, RunCaller, RunInput } from './context.ts';
import { CallFailure } from './failure.ts';

/** A mistake in a request: the parameter and what is wrong. */
interface Issue {
  readonly path: string;
  readonly message: string;
}

const whole = /^[+-]?\d{1,18}$/;
const decimal = /^[+-]?(\d{1,30}(\.\d{1,30})?|\.\d{1,30})([eE][+-]?\d{1,2})?$/;
const patterns = new Map<string, RE2JS>();

function patternOf(text: string): RE2JS {
  const known = patterns.get(text) ?? RE2JS.compile(text);
  if (patterns.size > 5000) patterns.clear();
  patterns.set(text, known);
  return known;
}

type Converted = { value: unknown } | { mistake: string };

function converted(given: unknown, type: InterfaceParam['type']): Converted {
  const text = typeof given === 'string' ? given : typeof given === 'number' || typeof given === 'boolean' ? String(given) : undefined;
  if (text?.includes('\0')) return { mistake: 'NUL' };
  if (type === 'array') {
    if (Array.isArray(given)) return given.length > 1000 ? { mistake: 'more than 1000' } : { value: given };
    return text === undefined ? { mistake: 'no list' } : { value: text === '' ? [] : text.split(',') };
  }
  if (type === 'object')
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? { value: given } : { mistake: 'no object' };
  if (text === undefined) return { mistake: 'no single value' };
  if (type === 'integer') {
    if (!whole.test(text)) return { mistake: 'no whole number' };
    // What a number of JavaScript can't hold stays text.
    return { value: Number.isSafeInteger(Number(text)) ? Number(text) : text };
  }
  if (type === 'number')
    return decimal.test(text) && Number.isFinite(Number(text))
      ? { value: typeof given === 'number' ? given : text }
      : { mistake: 'no number' };
  if (type === 'boolean')
    return /^(true|false|1|0)$/i.test(text) ? { value: /^(true|1)$/i.test(text) } : { mistake: 'neither true nor false' };
  if (type === 'date')
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? { value: text } : { mistake: 'no date' };
  if (type === 'time') return Number.isNaN(Date.parse(text)) ? { mistake: 'no time' } : { value: text };
  return { value: text };
}

function ruled(value: unknown, param: InterfaceParam): string | undefined {
  const texts = Array.isArray(value) ? value.map(String) : [String(value)];
  if (param.choices.length > 0 && texts.some((text) => !param.choices.includes(text))) return `one of ${param.choices.join(', ')}`;
  if (param.pattern !== '' && texts.some((text) => !patternOf(param.pattern).matches(text))) return 'not of the pattern';
  const size =
    param.type === 'integer' || param.type === 'number' ? Number(value) : Array.isArray(value) ? value.length : String(value).length;
  if (param.min !== null && size < param.min) return `less than ${param.min}`;
  return param.max !== null && size > param.max ? `more than ${param.max}` : undefined;
}

/** The body of a call as fields; 14309 where it is none. */
export function bodyFields(input: RunInput): Record<string, unknown> {
  if (input.body.length === 0) return {};
  if (input.contentType.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(input.body.toString('utf8')));
  if (!input.contentType.includes('json') && input.contentType !== '') return {};
  try {
    const value: unknown = JSON.parse(input.body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return { body: value };
  } catch {
    throw notAsDeclared([{ path: 'body', message: 'no JSON' }]);
  }
}

const notAsDeclared = (issues: readonly Issue[]): CallFailure =>
  new CallFailure('schema', {
    code: 14309,
    params: {
      issues: issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
      reason: issues.map(({ path }) => path).join(', '),
    },
  });

const callerFact = (caller: RunCaller, fact: string): unknown => {
  if (fact === 'uid') return caller.employee?.uid;
  if (fact === 'account') return caller.employee?.account;
  if (fact === 'name') return caller.employee?.name;
  if (fact === 'locale') return caller.locale;
  if (fact === 'platform') return caller.platform;
  if (fact === 'widgetId') return caller.widgetId;
  return fact === 'sysCode' ? caller.systemCode : undefined;
};

/** Values of the parameters by name, each of its type; 14309 with every mistake. */
export async function readParams(
  definition: Definition,
  { input, caller, globals }: { input: RunInput; caller: RunCaller; globals: Globals },
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  const body = definition.params.some(({ from }) => from === 'body') ? bodyFields(input) : {};
  for (const param of definition.params) {
    const given = await givenOf(param, { input, body, caller, globals });
    if (given === undefined || (given === '' && param.from !== 'body')) {
      if (param.required) issues.push({ path: param.name, message: 'missing' });
      values[param.name] = null;
      continue;
    }
    if (given === null) {
      if (param.required) issues.push({ path: param.name, message: 'missing' });
      values[param.name] = null;
      continue;
    }
    const result = converted(given, param.type);
    if ('mistake' in result) {
      issues.push({ path: param.name, message: result.mistake });
      continue;
    }
    const broken = ruled(result.value, param);
    if (broken === undefined) values[param.name] = result.value;
    else issues.push({ path: param.name, message: broken });
  }
  if (issues.length > 0) throw notAsDeclared(issues);
  return values;
}

interface Sources {
  input: RunInput;
  body: Record<string, unknown>;
  caller: RunCaller;
  globals: Globals;
}

async function givenOf(param: InterfaceParam, { input, body, caller, globals }: Sources): Promise<unknown> {
  const orDefault = (value: unknown): unknown => (value === undefined && param.value !== '' ? param.value : value);
  if (param.from === 'query') return orDefault(input.query[param.name]);
  if (param.from === 'header')
    return orDefault(input.headers[param.name.toLowerCase().replaceAll('_', '-')] ?? input.headers[param.name.toLowerCase()]);
  if (param.from === 'body') return orDefault(Object.hasOwn(body, param.name) ? body[param.name] : undefined);
  if (param.from === 'caller') return callerFact(caller, param.value === '' ? param.name : param.value) ?? undefined;
  return param.from === 'global' ? globals.value(param.value) : param.value;
}
