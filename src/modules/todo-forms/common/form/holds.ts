import type { Comparison, Condition, PersonFact } from './condition.ts';
import { compareValues } from './formula-run.ts';
import { isEmpty, isObject, textOf } from './values.ts';
import type { FormValue } from './version.ts';

/** What a condition asks for. */
export interface ConditionScope {
  value(field: string): FormValue;
  person(fact: PersonFact): string;
  readonly stage: string;
}

/** Whether a condition holds. */
export function holds(condition: Condition, scope: ConditionScope): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(one, scope));
  if ('any' in condition) return condition.any.some((one) => holds(one, scope));
  if ('not' in condition) return !holds(condition.not, scope);
  if ('stage' in condition) return condition.stage.includes(scope.stage);
  const value = 'field' in condition ? scope.value(condition.field) : scope.person(condition.person);
  return compared(value, condition.op, condition.value ?? null);
}

/** A value to be compared with others: of people and departments the id. */
const single = (value: FormValue): FormValue => (isObject(value) && typeof value['id'] === 'string' ? value['id'] : value);
const equal = (one: FormValue, other: FormValue): boolean =>
  (isEmpty(one) && isEmpty(other)) ||
  (typeof one === 'boolean' || typeof other === 'boolean' ? one === other : compareValues(one, other) === 0);

function compared(value: FormValue, op: Comparison, other: FormValue): boolean {
  switch (op) {
    case 'isEmpty':
      return isEmpty(value);
    case 'isNotEmpty':
      return !isEmpty(value);
    case 'is':
      return equal(single(value), other);
    case 'isNot':
      return !equal(single(value), other);
    case 'isOneOf':
      return Array.isArray(other) && other.some((one) => equal(single(value), one));
    case 'contains':
      if (Array.isArray(value)) return value.some((one) => equal(single(one), other));
      return !isEmpty(other) && textOf(value).includes(textOf(other));
    case 'startsWith':
      return !isEmpty(other) && textOf(value).startsWith(textOf(other));
    default:
      return inOrder(value, op, other);
  }
}

function inOrder(value: FormValue, op: 'less' | 'lessOrEqual' | 'greater' | 'greaterOrEqual', other: FormValue): boolean {
  if (isEmpty(value) || isEmpty(other)) return false;
  const order = compareValues(value, other);
  if (op === 'less') return order < 0;
  if (op === 'lessOrEqual') return order <= 0;
  return op === 'greater' ? order > 0 : order >= 0;
}

/** Fields that a condition mentions. */
export function fieldsIn(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsIn);
  if ('any' in condition) return condition.any.flatMap(fieldsIn);
  if ('not' in condition) return fieldsIn(condition.not);
  return 'field' in condition ? [condition.field] : [];
}

/** Stages that a condition mentions. */
export function stagesIn(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(stagesIn);
  if ('any' in condition) return condition.any.flatMap(stagesIn);
  if ('not' in condition) return stagesIn(condition.not);
  return 'stage' in condition ? condition.stage : [];
}
