import type { FormulaNode } from './formula.ts';
import { isEmpty, isObject, millisOf, textOf } from './values.ts';
import type { FormValue } from './version.ts';

/** Steps after which a formula gives up: its value is empty then. */
const mostSteps = 10_000;
const minuteMillis = 60_000;

/** What a formula asks for while it is worked out. */
export interface FormulaScope {
  /** Value of a field, of a column in the same row, or of all rows (`lines.amount`: a list). */
  value(name: string): FormValue;
  /** Today, YYYY-MM-DD. */
  readonly today: string;
  /** A fact of the person: `uid` unless named. */
  me(fact: string): string;
}

class TooLong extends Error {}

/** Works a formula out. What can't be computed (a division by zero, a text among numbers) is empty. */
export function runFormula(node: FormulaNode, scope: FormulaScope): FormValue {
  let steps = 0;
  const work = (part: FormulaNode): FormValue => {
    steps += 1;
    if (steps > mostSteps) throw new TooLong();
    if (part.kind === 'value') return part.value;
    if (part.kind === 'name') {
      const value = scope.value(part.name);
      if (Array.isArray(value)) steps += value.length;
      return value;
    }
    if (part.kind === 'unary') return part.op === 'not' ? !truth(work(part.of)) : numeric(work(part.of), (value) => -value);
    if (part.kind === 'binary') return binary(part, work);
    return called(part, scope, work);
  };
  try {
    return work(node);
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
}

type Work = (node: FormulaNode) => FormValue;

/** A number without the noise of binary fractions: 0.1 + 0.2 is 0.3. */
const clean = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(15)) : null);

/** A value as a number: what is empty counts as 0, a text of digits as what it says, anything else not at all. */
function numberOf(value: FormValue): number | null {
  if (isEmpty(value)) return 0;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value.trim())) return Number(value);
  return null;
}

function numeric(value: FormValue, use: (value: number) => number): FormValue {
  const found = numberOf(value);
  return found === null ? null : clean(use(found));
}

const truth = (value: FormValue): boolean =>
  value === true || (typeof value === 'number' && value !== 0) || (typeof value === 'string' && value !== '');

/** Less than 0, 0, or more; NaN where the two can't be compared. Texts by their characters' numbers, the same everywhere. */
export function compareValues(one: FormValue, other: FormValue): number {
  if (typeof one === 'number' || typeof other === 'number') {
    if (isEmpty(one) || isEmpty(other)) return Number.NaN;
    const [left, right] = [numberOf(one), numberOf(other)];
    return left === null || right === null ? Number.NaN : left - right;
  }
  const [left, right] = [plain(one), plain(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A value to be compared: of people, files and departments the id. */
const plain = (value: FormValue): string => (isObject(value) && typeof value['id'] === 'string' ? value['id'] : textOf(value));

function binary({ op, left, right }: FormulaNode & { kind: 'binary' }, work: Work): FormValue {
  if (op === 'and') return truth(work(left)) && truth(work(right));
  if (op === 'or') return truth(work(left)) || truth(work(right));
  const [one, other] = [work(left), work(right)];
  if (op === '+' || op === '-' || op === '*' || op === '/') {
    const [first, second] = [numberOf(one), numberOf(other)];
    if (first === null || second === null) return null;
    if (op === '+') return clean(first + second);
    if (op === '-') return clean(first - second);
    if (op === '*') return clean(first * second);
    return second === 0 ? null : clean(first / second);
  }
  const same = (isEmpty(one) && isEmpty(other)) || compareValues(one, other) === 0;
  if (op === '=') return same;
  if (op === '<>') return !same;
  if (isEmpty(one) || isEmpty(other)) return false;
  const order = compareValues(one, other);
  if (op === '<') return order < 0;
  if (op === '<=') return order <= 0;
  return op === '>' ? order > 0 : order >= 0;
}

function called({ name, of }: FormulaNode & { kind: 'call' }, scope: FormulaScope, work: Work): FormValue {
  if (name === 'if') return truth(work(of[0]!)) ? work(of[1]!) : of[2] ? work(of[2]) : null;
  const values = of.map(work);
  switch (name) {
    case 'today':
      return scope.today;
    case 'me':
      return scope.me(values[0] === undefined ? 'uid' : textOf(values[0]));
    case 'concat':
      return values.map(textOf).join('').slice(0, 10_000);
    case 'dateDiff':
      return dateDiff(values);
    case 'round':
      return rounded(values[0] ?? null, values[1] ?? 0);
    case 'count':
      return values.flat().filter((value) => !isEmpty(value)).length;
    default:
      return together(name, values.flat());
  }
}

function dateDiff([from, to, unit]: readonly FormValue[]): FormValue {
  const between = millisOf(to) - millisOf(from);
  if (Number.isNaN(between)) return null;
  const minutes = between / minuteMillis;
  if (unit === 'minutes') return Math.trunc(minutes);
  return Math.trunc(minutes / (unit === 'hours' ? 60 : 1440));
}

/** Half away from zero, as people round amounts. */
function rounded(value: FormValue, digits: FormValue): FormValue {
  if (isEmpty(value)) return null;
  const [found, places] = [numberOf(value), Math.min(6, Math.max(0, Math.trunc(numberOf(digits) ?? 0)))];
  if (found === null) return null;
  const size = 10 ** places;
  return clean((Math.sign(found) * Math.round(clean(Math.abs(found) * size) ?? 0)) / size);
}

function together(name: 'sum' | 'min' | 'max', values: readonly FormValue[]): FormValue {
  const given = values.filter((value) => !isEmpty(value));
  if (name !== 'sum' && given.length === 0) return null;
  if (name !== 'sum' && given.every((value) => typeof value === 'string' && Number.isNaN(Number(value)))) {
    const sorted = [...given].toSorted(compareValues);
    return (name === 'min' ? sorted[0] : sorted.at(-1)) ?? null;
  }
  const numbers = given.map(numberOf);
  if (numbers.includes(null)) return null;
  const known = numbers.filter((value) => value !== null);
  if (name === 'sum') return clean(known.reduce((sum, value) => sum + value, 0));
  return name === 'min' ? Math.min(...known) : Math.max(...known);
}
