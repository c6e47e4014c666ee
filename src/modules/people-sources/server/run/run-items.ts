import { sql, type RawBuilder } from 'kysely';
import type { FieldDiffView } from '#kit/common/change/diff.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { languages, type Language } from '#kit/common/language.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import { nameReferences } from '#kit/server/change/name-references.ts';
import { showPlanned } from '#kit/server/change/show-fields.ts';
import type { Db } from '#kit/server/directory.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { containing } from '#kit/server/read-page.ts';
import type { ItemState, RunItem, sourceRunItems } from '../../common/source-run.contract.ts';
import type { SourceItemTable } from '../source.table.ts';
import { departmentKind, employeeKind } from '#modules/people/server/for-sources/public.ts';
import { employeeInRange, extraNamed, fullNameIn, nameWithin } from '#modules/people/server/public.ts';
import { goneMark, losing } from './plan/plan-item.ts';
import { findRun, type FoundRun, type Means } from './run-query.ts';

type Input = Parsed<typeof sourceRunItems>;
type Requested = Omit<Input, 'after' | 'limit'> & { after?: number | undefined; limit: number };

interface ItemRow {
  seq: number;
  object_kind: 'department' | 'employee';
  external_id: string | null;
  name: string;
  action: SourceItemTable['action'];
  state: ItemState;
  before: Fields | null;
  after: Fields | null;
  owners: Record<string, string>;
  reason_code: string | null;
  reason: { path: string; params?: Record<string, unknown> } | null;
  object_id: string | null;
  administrator: boolean;
}

/** Planned lines up to the last one that was applied are applied: nothing is written for each of them. */
const stateOf = (run: Pick<FoundRun, 'applied_seq'>): RawBuilder<string> =>
  sql<string>`case when item.state = 'planned' and item.seq <= ${run.applied_seq} then 'applied' else item.state end`;

/** Lines of a run, in order, with their number. */
export async function itemsOf(call: Means, input: Requested): Promise<Reply<typeof sourceRunItems>> {
  const run = await findRun(call, input.runId);
  const where = sql.join(conditionsOf(run, input), sql` and `);
  const [page, counted] = await Promise.all([
    sql<ItemRow>`select item.seq, item.object_kind, item.external_id, item.name, item.action, ${stateOf(run)} as state, item.before, item.after, item.owners,
        item.reason_code, item.reason, item.object_id, item.administrator
      from source_item item where ${where} and item.seq > ${input.after ?? -1} order by item.seq limit ${input.limit}`.execute(call.db),
    sql<{ total: number }>`select count(*) as total from source_item item where ${where}`.execute(call.db),
  ]);
  const last = page.rows.at(-1)?.seq ?? null;
  return {
    list: await shown(call, run.id, page.rows),
    total: counted.rows[0]?.total ?? 0,
    next: page.rows.length === input.limit ? last : null,
  };
}

/** One line. */
export async function itemOf(call: Means, runId: string, seq: number): Promise<RunItem> {
  const { list } = await itemsOf(call, { runId, after: seq - 1, limit: 1 });
  return list[0]!;
}

function conditionsOf(run: FoundRun, input: Requested): RawBuilder<boolean>[] {
  const where: RawBuilder<boolean>[] = [sql<boolean>`item.run_id = ${run.id}::uuid`];
  if (input.action) where.push(sql`item.action = any(${input.action})`);
  if (input.state) where.push(sql`${stateOf(run)} = any(${input.state})`);
  if (input.objectKind) where.push(sql`item.object_kind = ${input.objectKind}`);
  if (input.departmentId) where.push(sql`item.path <@ (select path from department where id = ${input.departmentId}::uuid)`);
  if (input.field) where.push(sql`item.after ? ${input.field}`);
  if (input.text) where.push(sql`(item.name ilike ${containing(input.text)} or item.external_id ilike ${containing(input.text)})`);
  if (input.adminsOnly) where.push(sql`item.administrator`);
  if (input.reasonCode) where.push(sql`item.reason_code = ${input.reasonCode}`);
  return where;
}

async function shown(call: Means, runId: string, rows: readonly ItemRow[]): Promise<RunItem[]> {
  const { db, services, caller } = call;
  const parts = rows.map(({ object_kind: of, before, after }) => {
    const kind = of === 'department' ? departmentKind : employeeKind;
    return { kind, fields: showPlanned(kind, caller, before, after) };
  });
  const diffs = await nameReferences(
    db,
    { services, caller, range: caller.scope(), namesOf: (ids) => plannedNames(db, runId, ids) },
    parts,
  );
  const candidates = await candidatesOf(call, rows);
  return rows.map((row, at): RunItem => ({
    seq: row.seq,
    objectKind: row.object_kind,
    externalId: row.external_id,
    name: row.name,
    action: row.action,
    state: row.state,
    fields: (diffs[at] ?? []).map((diff) => fieldOf(call, row, diff)),
    reasonCode: row.reason_code,
    reason: row.reason_code === null ? null : reasonText(call, row, candidates),
    objectId: row.object_id,
    administrator: row.administrator,
    candidates: idsOf(row, 'candidates').flatMap((id) => candidates.get(id) ?? []),
  }));
}

/** Names of departments and people that the run itself makes, or made and that are gone since: a line names them, and never their ids. */
async function plannedNames(db: Db, runId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select object_id::text as id, name from source_item
    where run_id = ${runId}::uuid and object_id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function fieldOf({ services, caller }: Means, row: ItemRow, { field, before, after }: FieldDiffView): RunItem['fields'][number] {
  const word = (key: string): string => services.texts.text(caller.language, 'user-centre', key);
  const said = (value: Json): string | null => {
    if (typeof value === 'boolean') return word(`crowd.value.${value}`);
    if (typeof value === 'number' && field.endsWith('At')) return new Date(value).toISOString();
    const text = textOf(value, caller.language);
    if (text === null) return null;
    const key = `${row.object_kind}.${field}.${text}`;
    const found = ['status', 'gender', 'employmentType', 'locale'].includes(field) ? word(key) : key;
    return found === key ? text : found;
  };
  const owner = row.owners[field];
  const turned = turnedLanguages(before, after);
  const inEach = (value: Json): string => turned.map((one) => `${languageNames[one]}: ${fieldTextOf(value, one) || '—'}`).join(' · ');
  const tellsLanguages = turned.some((one) => one !== caller.language);
  return {
    field,
    label: extraLabel(row.object_kind, field, caller.language) ?? word(`${row.object_kind}.field.${field}`),
    before: tellsLanguages ? inEach(before) : said(before),
    after: tellsLanguages ? inEach(after) : said(after),
    owner: owner === goneMark && losing.has(row.action) ? null : (owner ?? null),
  };
}

const languageNames: Readonly<Record<Language, string>> = { zh_CN: '中文', en_US: 'English', ja_JP: '日本語' };

const fieldTextOf = (value: Json, language: Language): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? String(value[language] ?? '') : '';

/** In which languages a text that is there in several changes; none where it is new or something else. */
function turnedLanguages(before: Json, after: Json): Language[] {
  const isLocal = (value: Json): boolean => typeof value === 'object' && value !== null && 'zh_CN' in value;
  if (!isLocal(before) || !isLocal(after)) return [];
  return languages.filter((one) => fieldTextOf(before, one) !== fieldTextOf(after, one));
}

const extraLabel = (of: ItemRow['object_kind'], field: string, language: string): string | undefined => {
  const name = extraNamed(of, field)?.name;
  return name && (textOf({ ...name }, language) ?? undefined);
};

/** A value as people read it: names instead of ids. */
function textOf(value: Json, language: string): string | null {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => textOf(one, language)).join(', ');
  if (typeof value !== 'object') return String(value);
  const name = value['name'] ?? value[language] ?? value['zh_CN'] ?? Object.values(value).find((one) => typeof one === 'string');
  return name === undefined ? JSON.stringify(value) : String(name);
}

/** Reasons that name somebody there is. Whoever made the plan may have seen more than who reads it. */
const naming = new Set<string | null>(['taken', 'linkedElsewhere', 'several']);

/** Why the line does nothing; a name is only told where the reader may see the person. */
function reasonText({ services, caller }: Means, row: ItemRow, people: ReadonlyMap<string, unknown>): string {
  const { reason, object_kind: of } = row;
  const isHidden =
    of === 'employee' && naming.has(row.reason_code) && !caller.scope().all && !idsOf(row, 'candidates', 'by').some((id) => people.has(id));
  const code = isHidden && row.reason_code === 'taken' ? 'takenHidden' : row.reason_code;
  const word = (key: string, params?: Record<string, unknown>): string | undefined => {
    const text = services.texts.text(caller.language, 'user-centre', key, params);
    return text === key ? undefined : text;
  };
  const params = {
    field: reason?.path ? (word(`${of}.field.${reason.path}`) ?? reason.path) : '',
    name: '',
    ...reason?.params,
    ...(isHidden && { name: outsideWord(caller.language) }),
  };
  if (/^\d+$/.test(code ?? '') && code !== '10423') return word(`error.${code}`, params) ?? String(code);
  return (
    word(`sourceRun.reason.${code}`, params) ??
    word(`issue.${code}`, params) ??
    services.texts.text(caller.language, 'kit', `plan.${code}`, params)
  );
}

const idsOf = ({ reason }: ItemRow, ...names: ('candidates' | 'by')[]): string[] =>
  names.flatMap((name) => [reason?.params?.[name] ?? []].flat().map(String));

async function candidatesOf({ db, caller }: Means, rows: readonly ItemRow[]): Promise<Map<string, RunItem['candidates'][number]>> {
  const ids = rows.flatMap((row) => idsOf(row, 'candidates', 'by'));
  if (ids.length === 0) return new Map();
  const { rows: found } = await sql<
    RunItem['candidates'][number]
  >`select e.id, e.name, e.account, ${nameWithin(caller.scope(), caller.language, fullNameIn(caller.language))} as "departmentName"
    from employee e join department d on d.id = e.primary_department_id where e.id = any(${ids}::uuid[]) and ${employeeInRange(caller.scope(), 'e.id')}`.execute(
    db,
  );
  return new Map(found.map((one) => [one.id, one]));
}
