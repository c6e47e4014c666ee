import type { z } from 'zod';
import { clausesOf, crowdLimits, type CrowdClause, type CrowdGroup, type CrowdOp } from '../../common/crowd-conditions.ts';
import type { crowdCatalogue } from '../../common/crowd.contract.ts';

/** Fields that rules may ask about, as the server names them. */
export type Catalogue = z.output<typeof crowdCatalogue.reply>;
export type CatalogueField = Catalogue['fields'][number];

/** What a clause needs beside its field and operator. */
type ValueShape =
  | 'none'
  | 'text'
  | 'texts'
  | 'number'
  | 'numbers'
  | 'option'
  | 'options'
  | 'day'
  | 'span'
  | 'days'
  | 'yes'
  | 'department'
  | 'employee'
  | 'crowd';

const nothingMore: ReadonlySet<CrowdOp> = new Set(['empty', 'notEmpty', 'today']);
const inDays: ReadonlySet<CrowdOp> = new Set(['lastDays', 'nextDays']);
const several: ReadonlySet<CrowdOp> = new Set(['in', 'notIn']);

/** How the value of a clause is entered. */
export function shapeOf(type: CatalogueField['type'], op: CrowdOp): ValueShape {
  if (nothingMore.has(op)) return 'none';
  if (inDays.has(op)) return 'days';
  switch (type) {
    case 'text':
      return several.has(op) ? 'texts' : 'text';
    case 'choice':
      return several.has(op) ? 'options' : 'option';
    case 'choices':
      return 'options';
    case 'number':
      return op === 'between' ? 'numbers' : 'number';
    case 'date':
      return op === 'between' ? 'span' : 'day';
    case 'boolean':
      return 'yes';
    case 'anniversary':
      return 'days';
    case 'person':
      return 'employee';
    case 'unit':
      return 'department';
    default:
      return type;
  }
}

/** Values of a clause as a list. */
export const valuesOf = ({ value }: CrowdClause): readonly (string | number | boolean)[] =>
  value === null ? [] : Array.isArray(value) ? value : [value];

/** The field of a clause, where the server still knows it. */
export const fieldIn = (catalogue: Catalogue, name: string): CatalogueField | undefined =>
  catalogue.fields.find(({ field }) => field === name);

/** What a clause lacks before it can be asked; undefined where nothing is missing. */
function missingIn(catalogue: Catalogue, clause: CrowdClause): 'field' | 'value' | undefined {
  const field = fieldIn(catalogue, clause.field);
  if (!field) return 'field';
  const shape = shapeOf(field.type, clause.op);
  if (shape === 'none') return undefined;
  const values = valuesOf(clause);
  const needed = shape === 'span' || shape === 'numbers' ? 2 : 1;
  return values.length >= needed && values.every((value) => value !== '') ? undefined : 'value';
}

/** Places of clauses that are not filled in, each with what it lacks. */
export function missingParts(catalogue: Catalogue, rule: CrowdGroup): ReadonlyMap<string, 'field' | 'value'> {
  const found = clausesOf(rule).map(({ clause, place }) => [place, missingIn(catalogue, clause)] as const);
  return new Map(found.flatMap(([place, missing]) => (missing ? [[place, missing] as const] : [])));
}

/** The clause about another field: its first operator, nothing entered yet. */
export function aboutField(catalogue: Catalogue, name: string): CrowdClause {
  const field = fieldIn(catalogue, name);
  const op = field?.ops[0] ?? 'is';
  return { field: name, op, value: usualValue(field, op) };
}

/** The clause with another operator; what was entered stays where it can. */
export function withOp(catalogue: Catalogue, clause: CrowdClause, op: CrowdOp): CrowdClause {
  const field = fieldIn(catalogue, clause.field);
  if (!field) return { ...clause, op };
  const [before, after] = [shapeOf(field.type, clause.op), shapeOf(field.type, op)];
  if (before === after) return { ...clause, op };
  const values = valuesOf(clause);
  const lists = after === 'texts' || after === 'options';
  const same = (before === 'text' && after === 'texts') || (before === 'option' && after === 'options');
  const back = (before === 'texts' && after === 'text') || (before === 'options' && after === 'option');
  if (same || back) return { ...clause, op, value: lists ? [...values] : (values[0] ?? null) };
  return { ...clause, op, value: usualValue(field, op) };
}

/** What is most often meant, to begin with. */
function usualValue(field: CatalogueField | undefined, op: CrowdOp): CrowdClause['value'] {
  const shape = field && shapeOf(field.type, op);
  return shape === 'yes' ? true : shape === 'days' ? usualDays : null;
}

const usualDays = 30;

/** Most days that a clause may count. */
export const mostDays = crowdLimits.days;
