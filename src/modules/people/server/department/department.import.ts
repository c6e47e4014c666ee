import { sql } from 'kysely';
import { email } from '#kit/common/schema.ts';
import { languages } from '#kit/common/language.ts';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { diffOf } from '#kit/server/change/fields.ts';
import type { Fields, Json, Kind, OperationIssue, State } from '#kit/server/change/kind.ts';
import type { PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Texts } from '#kit/server/texts.ts';
import { cleanName, normaliseAccount } from '#platform/text/clean-text.ts';
import { departmentKinds } from '../../common/department.contract.ts';
import { departmentColumns, type DepartmentColumn } from '../../common/department-files.contract.ts';
import type { employeeImportPreview } from '../../common/employee-bulk.contract.ts';
import { departmentKind } from './department.kind.ts';
import { headerKey } from '../import/import.columns.ts';
import type { DepartmentFinder, Place } from '../import/import.departments.ts';
import { employeeInRange } from '../range.ts';

/** A row of a file of departments: its cells by column, empty ones left out. */
export interface DepartmentRow {
  line: number;
  cells: Partial<Record<DepartmentColumn, string>>;
}

/** Where each column stands in a header row, in whatever language its titles are. */
export function readDepartmentHeader(texts: Texts, cells: readonly string[]): { at: Map<DepartmentColumn, number>; ignored: string[] } {
  const known = new Map<string, DepartmentColumn>();
  for (const column of departmentColumns) {
    known.set(headerKey(column), column);
    for (const language of languages) known.set(headerKey(texts.text(language, 'user-centre', `department.column.${column}`)), column);
  }
  const at = new Map<DepartmentColumn, number>();
  const ignored: string[] = [];
  cells.forEach((title, index) => {
    const column = known.get(headerKey(title));
    if (column && !at.has(column)) at.set(column, index);
    else if (title.trim()) ignored.push(title.trim());
  });
  return { at, ignored };
}

/** Kinds of departments by their code and by their title in every language. */
export const kindsByTitle = (texts: Texts): Map<string, string> =>
  new Map(
    departmentKinds.flatMap((kind) => [
      [headerKey(kind), kind] as const,
      ...languages.map((language) => [headerKey(texts.text(language, 'user-centre', `department.kind.${kind}`)), kind] as const),
    ]),
  );

/** Departments in the engine while a plan is made: those below one that the same plan makes are looked at when they are written. */
export function plannedDepartments(planned: ReadonlySet<string>): Kind {
  const isKnown = (after: Fields | null): boolean => !planned.has(String(after?.['parentId']));
  return {
    ...departmentKind,
    check: async (tx, caller, operations) => {
      const placed = [...operations.entries()].filter(([, { after }]) => isKnown(after));
      const found = await departmentKind.check?.(
        tx,
        caller,
        placed.map(([, operation]) => operation),
      );
      return new Map([...(found ?? [])].map(([at, issues]) => [placed[at]![0], issues]));
    },
    outside: async (tx, range, operations) => {
      const placed = [...operations.entries()].filter(([, { after }]) => isKnown(after));
      const found = await departmentKind.outside(
        tx,
        range,
        placed.map(([, operation]) => operation),
      );
      return new Set([...found].map((at) => placed[at]![0]));
    },
  };
}

const longest: Readonly<Partial<Record<DepartmentColumn, number>>> = {
  code: 64,
  nameEn: 100,
  nameJa: 100,
  phone: 32,
  email: 254,
  address: 200,
  costCentre: 64,
  description: 1000,
};
const plain = ['code', 'phone', 'email', 'address', 'costCentre', 'description'] as const;
const people = ['managerIds', 'deputyIds'] as const;

type Mode = Parsed<typeof employeeImportPreview>['mode'];

interface Means {
  db: Db;
  caller: Caller;
  finder: DepartmentFinder;
  kinds: ReadonlyMap<string, string>;
  mode: Mode;
}

/** What the rows of a piece are read with. */
interface Reading {
  issues: OperationIssue[];
  accounts: ReadonlyMap<string, string>;
  /** Managers and deputies of now whom the caller does not see. */
  unseen: ReadonlySet<string>;
}

const idsIn = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The people of a row, with those whom the caller does not see where they stood. */
function withUnseen(ids: readonly string[], now: Json | undefined, unseen: ReadonlySet<string>): string[] {
  const all = [...ids];
  for (const [at, id] of idsIn(now).entries()) if (unseen.has(id)) all.splice(Math.min(at, all.length), 0, id);
  return all;
}

/** Turns rows of departments into lines of a plan: each is found by its path from the top, and its empty cells leave what is there. */
export class DepartmentPlanner {
  readonly #means: Means;
  readonly #seen = new Map<string, number>();

  constructor(means: Means) {
    this.#means = means;
  }

  /** The lines of a piece of the file, in its order. */
  async linesOf(rows: readonly DepartmentRow[]): Promise<PlannedOperation[]> {
    const { db } = this.#means;
    const accounts = await this.#accountsOf(rows);
    const found = rows.map((row) => ({ row, ...this.#placeOf(row) }));
    const ids = found.flatMap(({ place }) => (place && !place.isNew ? [place.id] : []));
    const states: ReadonlyMap<string, State> =
      ids.length === 0 ? new Map<string, State>() : await db.transaction().execute((tx) => departmentKind.read(tx, ids, false));
    const unseen = await this.#unseenOf(states);
    return found.flatMap(({ row, place, issues }) => this.#lineOf({ row, issues, accounts, unseen }, place, states));
  }

  #placeOf(row: DepartmentRow): { place: Place | undefined; issues: OperationIssue[] } {
    const { finder, mode } = this.#means;
    const names = (row.cells.fullName ?? '')
      .split(/[/／>＞]/)
      .map(cleanName)
      .filter((name) => name !== '');
    if (names.length === 0) return { place: undefined, issues: [issue('fullName', 'required')] };
    const found = finder.find(names, { exact: true });
    if ('issue' in found) return { place: undefined, issues: [{ ...found.issue, path: 'fullName' }] };
    const { place } = found;
    const first = this.#seen.get(place.id);
    if (first !== undefined) return { place, issues: [issue('fullName', 'repeated', { line: first })] };
    this.#seen.set(place.id, row.line);
    if (!place.isNew) return { place, issues: mode === 'add' ? [issue('fullName', 'existsAlready')] : [] };
    if (mode === 'update') return { place, issues: [issue('fullName', 'noDepartment', { name: place.name })] };
    return { place, issues: [] };
  }

  #lineOf(
    { row, issues, accounts, unseen }: Reading & { row: DepartmentRow },
    place: Place | undefined,
    states: ReadonlyMap<string, State>,
  ): PlannedOperation[] {
    const { finder } = this.#means;
    const state = place && states.get(place.id);
    const request = this.#requestOf(row, { issues, accounts, unseen, now: state?.fields });
    // An earlier row made it on the way to one below: what this row says of it would be lost.
    if (place?.isNew && finder.made.has(place.id) && issues.length === 0) issues.push(issue('fullName', 'parentFirst'));
    if (issues.length > 0 || !place) return [refused(row, issues)];
    if (!state) {
      const made = finder.keep([place], row.line);
      return made.map((operation) =>
        operation.id === place.id
          ? {
              ...operation,
              after: { ...operation.after, ...request, name: { ...(operation.after?.['name'] as Fields), ...(request['name'] as Fields) } },
            }
          : operation,
      );
    }
    const diff = diffOf(state.fields, request);
    const { id, name, path, version } = state;
    const ends = { before: diff?.before ?? null, after: diff?.after ?? null };
    return [{ action: diff ? 'change' : 'same', id, name, path, ...ends, version, line: row.line }];
  }

  #requestOf({ cells }: DepartmentRow, { issues, accounts, unseen, now }: Reading & { now: Fields | undefined }): Fields {
    const request: Fields = {};
    for (const [column, max] of Object.entries(longest) as [DepartmentColumn, number][])
      if ((cells[column]?.length ?? 0) > max) issues.push(issue(column, 'tooLong', { max }));
    for (const field of plain) if (cells[field] !== undefined) request[field] = cells[field];
    if (cells.code !== undefined && !/^[A-Za-z0-9_-]+$/.test(cells.code)) issues.push(issue('code', 'characters'));
    if (cells.email !== undefined && !email().safeParse(cells.email).success) issues.push(issue('email', 'email'));
    const kind = cells.kind === undefined ? undefined : this.#means.kinds.get(headerKey(cells.kind));
    if (kind !== undefined) request['kind'] = kind;
    else if (cells.kind !== undefined) issues.push(issue('kind', 'option', { value: cells.kind.slice(0, 40) }));
    for (const field of people) {
      if (cells[field] === undefined) continue;
      const ids = accountsIn(cells[field]).map((account) => accounts.get(account));
      if (ids.length > 10 || ids.includes(undefined)) issues.push(issue(field, 'managerUnknown'));
      else
        request[field] = withUnseen(
          [...new Set(ids)].filter((id) => id !== undefined),
          now?.[field],
          unseen,
        );
    }
    const names = {
      ...(cells.nameEn !== undefined && { en_US: cells.nameEn }),
      ...(cells.nameJa !== undefined && { ja_JP: cells.nameJa }),
    };
    if (Object.keys(names).length > 0) request['name'] = { ...(now?.['name'] as Fields | undefined), ...names };
    return request;
  }

  /** Managers and deputies whom the caller does not see: no file of theirs can name them, so that they stay. */
  async #unseenOf(states: ReadonlyMap<string, State>): Promise<Set<string>> {
    const { db, caller } = this.#means;
    const ids = [...states.values()].flatMap(({ fields }) => people.flatMap((field) => idsIn(fields[field])));
    if (caller.scope().all || ids.length === 0) return new Set();
    const { rows } = await sql<{ id: string }>`select p.id from unnest(${ids}::uuid[]) as p(id)
      where not ${employeeInRange(caller.scope(), 'p.id')}`.execute(db);
    return new Set(rows.map(({ id }) => id));
  }

  /** Ids of the people whom the rows name by account and the caller may see. */
  async #accountsOf(rows: readonly DepartmentRow[]): Promise<Map<string, string>> {
    const { db, caller } = this.#means;
    const named = [...new Set(rows.flatMap(({ cells }) => people.flatMap((field) => accountsIn(cells[field] ?? ''))))];
    if (named.length === 0) return new Map();
    const { rows: found } = await sql<{ key: string; id: string }>`select e.account_key as key, e.id from employee e
      where e.account_key = any(${named}::text[]) and e.status <> 'deleted' and ${employeeInRange(caller.scope(), 'e.id')}`.execute(db);
    return new Map(found.map(({ key, id }) => [key, id]));
  }
}

const accountsIn = (text: string): string[] =>
  text
    .split(/[;；,，\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '' && one.length <= 64)
    .map(normaliseAccount);

const issue = (path: string, key: string, params?: Record<string, unknown>): OperationIssue => ({
  path,
  namespace: 'user-centre',
  key: `issue.${key}`,
  ...(params && { params }),
});

const refused = ({ line, cells }: DepartmentRow, issues: OperationIssue[]): PlannedOperation => ({
  action: 'refused',
  id: null,
  name: cells.fullName ?? `#${line}`,
  path: null,
  before: null,
  // As it was typed: whoever reads the reason need not open the file.
  after: { ...cells },
  version: null,
  line,
  issues,
});
