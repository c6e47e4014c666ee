import { sql } from 'kysely';
import { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { seenIn } from '#kit/server/access/role.owner.ts';
import { visible } from '#kit/server/change/visible.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { AskedFor } from '../common/request.contract.ts';
import type { RequestData } from './approvers.ts';
import { askedLabel, askedValue, subjectOf, type AskedWords } from './asked-words.ts';
import { requestOf } from './requester.ts';

/** Why it is asked for stands above; the zone of hours says nothing by itself, and the object that is named stands among the lines. */
export const untoldParts: ReadonlySet<string> = new Set(['reason', 'zone', 'lineId', 'runId']);
/** Filters of a list inside an input. */
export const filterParts: ReadonlySet<string> = new Set(['filter', 'filters']);
/** What shapes a file, and does not choose what is in it. */
const shaping = new Set(['format', 'columns', 'full', 'withProof', 'log', 'by', 'area', 'field']);
const mostValues = 20;
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

type Leaf = readonly [name: string, values: readonly unknown[]];

/**
 * With what a call is asked for whose effect can't be computed, in the reader's words: the filter of an export, its columns, the value
 * that would be shown. Nothing where the contract does not say by whose labels its input is told.
 */
export async function askedFor(call: Call, request: RequestData): Promise<AskedFor[]> {
  const found = requestIn(call, request);
  if (!found) return [];
  const { words, operation, kind, request: wanted } = found;
  const leaves = leavesOf(wanted);
  const { services } = call;
  const names = await namesIn(call, leaves);
  const wordOf = (name: string, value: unknown): string | number => {
    if (typeof value === 'string' && uuid.test(value)) return names.get(value) ?? value;
    if (typeof value === 'string' && (name === 'columns' || name === 'field')) return fieldName(words, kind, value);
    const area = name === 'areas' && services.configAreas.find((one) => one.area === value);
    if (area) return pick(area.title, words.language);
    if (typeof value === 'string' && name === 'extra')
      return value.replace(/^[\w-]+/u, (code) => `${fieldName(words, kind, `extra.${code}`)} `);
    return askedValue(words, services.words, { name, value });
  };
  const isTold = (value: unknown): boolean => !isId(value) || names.has(value);
  const told = leaves.flatMap(([name, values]): AskedFor[] => {
    const shown = values.slice(0, mostValues).filter(isTold);
    // Ids that nothing has a name for say nothing.
    if (shown.length === 0) return [];
    return [
      {
        name,
        label: askedLabel(words, name) ?? name,
        values: shown.map((value) => wordOf(name, value)),
        more: values.length - shown.length,
      },
    ];
  });
  return choosesIn(operation) && leaves.every(([name]) => shaping.has(name)) ? [everything(words), ...told] : told;
}

interface Requested {
  words: AskedWords;
  operation: Endpoint;
  kind: Kind | undefined;
  request: Readonly<Record<string, unknown>>;
}

/** What was asked for, while it is still known; a later version may lack the operation. */
function requestIn({ services, caller }: Call, request: RequestData): Requested | undefined {
  if (request.path === null || request.input === null) return undefined;
  try {
    const { module, route, request: wanted } = requestOf(services, request);
    const subject = subjectOf(route.operation, wanted);
    if (subject === undefined) return undefined;
    return {
      words: { texts: services.texts, language: caller.language, namespace: module, subject },
      operation: route.operation,
      kind: services.kinds.find((one) => one.kind === subject),
      request: Object(wanted) as Record<string, unknown>,
    };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Whether the input has anything by which what is asked for can be narrowed. */
const choosesIn = ({ input }: Endpoint): boolean =>
  input instanceof z.ZodObject && Object.keys(input.shape).some((name) => !shaping.has(name));

const everything = ({ texts, language }: AskedWords): AskedFor => ({
  name: 'filter',
  label: texts.text(language, 'approvals', 'asked.filter'),
  values: [texts.text(language, 'approvals', 'asked.everything')],
  more: 0,
});

/** Named parts of an input, those of its filter beside the others; what says nothing is left out. */
function leavesOf(wanted: Readonly<Record<string, unknown>>): Leaf[] {
  const all = Object.entries(wanted).flatMap(([name, value]): Leaf[] => {
    if (untoldParts.has(name) || value === undefined || value === null || value === false || value === '') return [];
    if (filterParts.has(name)) return leavesOf(Object(value) as Record<string, unknown>);
    const values = [value].flat() as unknown[];
    return values.length === 0 ? [] : [[name, values]];
  });
  // Departments below are those of a department.
  const isPlaced = all.some(([name]) => name === 'departmentId' || name === 'deptId');
  return all.filter(([name]) => isPlaced || name !== 'below');
}

/** What a field is called: one that people defined by the name they gave it. */
function fieldName(words: AskedWords, kind: Kind | undefined, name: string): string {
  const title = kind?.fields[name]?.title;
  return title ? pick(title, words.language) : (askedLabel(words, name) ?? name);
}

/** Names of people, departments, crowds and roles; of everything else the last one that the journal knows. */
async function namesIn({ db, services, caller }: Call, leaves: readonly Leaf[]): Promise<Map<string, string>> {
  const ids = [...new Set(leaves.flatMap(([, values]) => values.slice(0, mostValues)).filter(isId))];
  if (ids.length === 0) return new Map();
  const { directory } = services;
  const range = caller.scope();
  const { rows: others } = await sql<{ id: string; name: string; preset: string | null }>`
    (select distinct on (object_id) object_id as id, case when ${visible(caller, services.kinds)} then object_name else ${outsideWord(caller.language)}::text end as name,
      null as preset from change_operation where object_id = any(${ids}::text[]) order by object_id, id desc)
    union all select id::text, case when ${seenIn(range)} then name else ${outsideWord(caller.language)} end, preset
      from role where id = any(${ids}::uuid[])`.execute(db);
  const nameOf = ({ name, preset }: (typeof others)[number]): string =>
    preset === null ? name : services.texts.text(caller.language, 'kit', `role.preset.${preset}`);
  const [people, departments, crowds] = await Promise.all([
    directory.people(db, ids, caller.language, range),
    directory.departments(db, ids, caller.language, range),
    directory.crowds(db, ids, caller.language, range),
  ]);
  const names = new Map(others.map((one) => [one.id, nameOf(one)]));
  for (const [id, { name }] of [...people, ...departments]) names.set(id, name);
  for (const [id, name] of crowds) names.set(id, name);
  return names;
}

const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);
