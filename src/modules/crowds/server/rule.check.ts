import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { Caller } from '#kit/server/caller.ts';
import { clausesOf, crowdLimits, type CrowdClause, type CrowdConditions, type CrowdOp } from '../common/crowd-conditions.ts';
import { crowdFieldOf } from './crowd.extras.ts';
import { opsOf, type CrowdField } from './crowd-fields.ts';

/** What is wrong with a clause: the key of its reason below `crowd.wrong.`. */
export type WrongClause = 'field' | 'op' | 'value' | 'values' | 'day' | 'days' | 'choice' | 'order' | 'id' | 'tooMany' | 'unknown';

const single: ReadonlySet<CrowdOp> = new Set(['isNot', 'startsWith', 'endsWith', 'contains', 'matches', 'before', 'after']);
const none: ReadonlySet<CrowdOp> = new Set(['empty', 'notEmpty', 'today']);
const inDays: ReadonlySet<CrowdOp> = new Set(['lastDays', 'nextDays']);
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The code of something that may be gone by the time it is asked about: then it is nobody's. */
const storedCode = /^[A-Za-z0-9_-]{1,64}$/;

/** Values of a clause as a list. */
export const valuesOf = ({ value }: CrowdClause): readonly (string | number | boolean)[] =>
  value === null ? [] : Array.isArray(value) ? value : [value];

/** What is wrong with a clause; undefined where nothing is. */
function wrongIn(clause: CrowdClause): WrongClause | undefined {
  const field = crowdFieldOf(clause.field);
  if (!field) return 'field';
  if (!opsOf[field.type].includes(clause.op)) return 'op';
  const values = valuesOf(clause);
  if (none.has(clause.op)) return values.length === 0 ? undefined : 'values';
  if (inDays.has(clause.op)) return values.length === 1 && isDays(values[0]) ? undefined : 'days';
  if (values.length === 0) return 'value';
  if (single.has(clause.op) && field.type !== 'crowd' && values.length > 1) return 'values';
  return wrongValues(field, clause.op, values);
}

const isDays = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= crowdLimits.days;

function wrongValues(field: CrowdField, op: CrowdOp, values: readonly (string | number | boolean)[]): WrongClause | undefined {
  switch (field.type) {
    case 'boolean':
      return values.length === 1 && typeof values[0] === 'boolean' ? undefined : 'value';
    case 'number':
      return wrongNumbers(op, values);
    case 'choices':
    case 'choice':
      if (field.stored) return values.every((value) => storedCode.test(String(value))) ? undefined : 'choice';
      return values.every((value) => field.options?.values.includes(String(value))) ? undefined : 'choice';
    case 'date':
      return wrongDays(op, values);
    case 'department':
    case 'employee':
    case 'crowd':
    case 'person':
    case 'unit':
      return values.every((value) => uuid.test(String(value))) ? undefined : 'id';
    default:
      return values.every((value) => typeof value === 'string' && value !== '') ? undefined : 'value';
  }
}

function wrongNumbers(op: CrowdOp, values: readonly (string | number | boolean)[]): WrongClause | undefined {
  if (!values.every((value) => typeof value === 'number' && Number.isFinite(value))) return 'value';
  if (op !== 'between') return values.length === 1 ? undefined : 'values';
  return values.length === 2 && Number(values[0]) <= Number(values[1]) ? undefined : 'order';
}

function wrongDays(op: CrowdOp, values: readonly (string | number | boolean)[]): WrongClause | undefined {
  if (!values.every((value) => typeof value === 'string' && isDay(value))) return 'day';
  if (op !== 'between') return values.length === 1 ? undefined : 'values';
  return values.length === 2 && String(values[0]) <= String(values[1]) ? undefined : 'order';
}

/** A day of the calendar, YYYY-MM-DD. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** 12060 at the first clause that can't be asked, with its place in the rule. */
export function assertRule(means: { services: Services; caller: Caller }, rule: CrowdConditions): void {
  for (const { place, wrong } of wrongClauses(rule)) throw wrongAt(means, place, wrong);
}

/** Clauses that can't be asked, with their places in the rule. */
export const wrongClauses = (rule: CrowdConditions): { place: string; wrong: WrongClause }[] =>
  clausesOf(rule).flatMap(({ clause, place }, at) => {
    const wrong = at < crowdLimits.leaves ? wrongIn(clause) : 'tooMany';
    return wrong ? [{ place, wrong }] : [];
  });

/** The refusal of a clause. */
export function wrongAt({ services, caller }: { services: Services; caller: Caller }, place: string, wrong: WrongClause): Refusal {
  const path = `conditions.${place}`;
  const reason = services.texts.text(caller.language, 'user-centre', `crowd.wrong.${wrong}`);
  return new Refusal(12060, { path, reason }, { field: path, place, wrong });
}
