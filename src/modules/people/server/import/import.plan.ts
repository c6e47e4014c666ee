import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { diffOf } from '#kit/server/change/fields.ts';
import type { Fields, Json, OperationIssue, State } from '#kit/server/change/kind.ts';
import type { PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import type { Db } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { normaliseAccount } from '#platform/text/clean-text.ts';
import type { employeeImportPreview } from '../../common/employee-bulk.contract.ts';
import type { Parsed } from '#kit/common/contract.ts';
import { assignmentsOf, orderedAssignments, type Assignment } from '../employee/employee.columns.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { usualExtras } from '../extra/extra.input.ts';
import { needsSeat } from '../employee/employee.seats.ts';
import { uniqueKeys } from '../employee/employee.taken.ts';
import type { DepartmentFinder, Place } from './import.departments.ts';
import type { ManagerFinder } from './import.managers.ts';
import type { ImportRow } from './import.row.ts';
import { withJoining } from '../life/pending.ts';
import { accountReuseMillis } from '../life/reuse.ts';
import { employeeInRange } from '../range.ts';

/** How the rows are to be taken. */
export type ImportOptions = Pick<Parsed<typeof employeeImportPreview>, 'mode' | 'key'>;

interface Known {
  id: string;
  deleted: boolean;
  left: boolean;
  inRange: boolean;
}

const none: ReadonlyMap<string, State> = new Map();

const issue = (path: string, key: string, params?: Record<string, unknown>): OperationIssue => ({
  path,
  namespace: 'user-centre',
  key: `issue.${key}`,
  ...(params && { params }),
});

/** Turns rows into the lines of a plan, a thousand at a time with a handful of statements; remembers keys to find what stands twice in the file. */
export class ImportPlanner {
  readonly #db: Db;
  readonly #caller: Caller;
  readonly #options: ImportOptions;
  readonly #departments: DepartmentFinder;
  /** Seats of the licence that are left for further rows; null without a limit. */
  #seats: number | null;
  readonly #lines: Readonly<Record<keyof typeof uniqueKeys, Map<string, number>>> = {
    account: new Map(),
    employeeNo: new Map(),
    mobile: new Map(),
    email: new Map(),
  };

  readonly #mobileRepeats: boolean;
  readonly #managers: ManagerFinder;

  constructor(
    db: Db,
    caller: Caller,
    parts: {
      options: ImportOptions;
      departments: DepartmentFinder;
      managers: ManagerFinder;
      seats: number | null;
      mobileRepeats?: boolean;
    },
  ) {
    this.#mobileRepeats = parts.mobileRepeats ?? false;
    this.#db = db;
    this.#caller = caller;
    this.#options = parts.options;
    this.#departments = parts.departments;
    this.#managers = parts.managers;
    this.#seats = parts.seats;
  }

  /** The lines of a piece of the file, in its order; new departments stand before the first person in them. */
  async linesOf(rows: readonly ImportRow[]): Promise<PlannedOperation[]> {
    const { key } = this.#options;
    for (const row of rows)
      if (typeof row.fields[key] !== 'string' && !row.issues.some(({ path }) => path === key)) row.issues.push(issue(key, 'required'));
    for (const row of rows) this.#markRepeated(row);
    for (const row of rows) this.#managers.fill(row);
    const known = await this.#findKnown(rows);
    const living = [...known.values()].filter(({ deleted, inRange }) => !deleted && inRange).map(({ id }) => id);
    const states = living.length > 0 ? await this.#db.transaction().execute((tx) => employeeKind.read(tx, living, false)) : none;
    return rows.flatMap((row) => {
      const person = known.get(this.#keyOf(row));
      return this.#lineOf(row, person, person && states.get(person.id));
    });
  }

  #keyOf(row: ImportRow): string {
    const value = row.fields[this.#options.key];
    return typeof value === 'string' ? uniqueKeys[this.#options.key].keyOf(value) : '';
  }

  #markRepeated(row: ImportRow): void {
    for (const [field, { keyOf }] of Object.entries(uniqueKeys) as [keyof typeof uniqueKeys, (typeof uniqueKeys)['account']][]) {
      const value = row.fields[field];
      if (typeof value !== 'string' || (field === 'mobile' && this.#mobileRepeats)) continue;
      const key = keyOf(value);
      const line = this.#lines[field].get(key);
      if (line === undefined) this.#lines[field].set(key, row.line);
      else row.issues.push(issue(field, 'repeated', { line }));
    }
  }

  async #findKnown(rows: readonly ImportRow[]): Promise<Map<string, Known>> {
    const column = uniqueKeys[this.#options.key].column;
    const keys = rows.map((row) => this.#keyOf(row)).filter((key) => key !== '');
    const { rows: found } = await sql<
      Known & { key: string }
    >`select e.${sql.ref(column)} as key, e.id, e.status = 'deleted' as deleted, e.status = 'left' as left, ${employeeInRange(this.#caller.scope(), 'e.id')} as "inRange"
      from employee e where e.${sql.ref(column)} = any(${keys}::text[]) and not (${uniqueKeys[this.#options.key].column === 'account_key' ? sql`coalesce(e.left_at < ${clock.now()}::bigint - ${accountReuseMillis}, false)` : sql`false`})`.execute(
      this.#db,
    );
    // Who has an account now goes before who had it.
    return new Map(found.toSorted((one, other) => Number(other.left) - Number(one.left)).map((one) => [one.key, one]));
  }

  #lineOf(row: ImportRow, person: Known | undefined, state: State | undefined): PlannedOperation[] {
    const { mode, key } = this.#options;
    const places = this.#placesOf(row);
    if (person?.deleted) row.issues.push(issue(key, 'takenHidden'));
    else if (person?.left && person.inRange) row.issues.push(issue(key, 'hasLeft'));
    else if (person && !person.inRange) row.issues.push(issue(key, mode === 'add' ? 'takenHidden' : 'outsideRange'));
    else if (person && mode === 'add') row.issues.push(issue(key, 'existsAlready'));
    else if (!person && mode === 'update') row.issues.push(issue(key, 'noPerson'));
    if (!person) this.#requireForNew(row);
    if (!person && row.issues.length === 0) this.#takeSeat(row);
    if (row.issues.length > 0 || (person && !state)) return [this.#refused(row)];
    return [...this.#departments.keep(places.all, row.line), state ? this.#changeOf(row, state, places) : this.#creationOf(row, places)];
  }

  #requireForNew(row: ImportRow): void {
    for (const field of ['account', 'name'])
      if (typeof row.fields[field] !== 'string' && !row.issues.some(({ path }) => path === field))
        row.issues.push(issue(field, 'required'));
    if (row.department === undefined || row.department.length === 0) row.issues.push(issue('department', 'departmentRequired'));
  }

  /** Who comes after the last seat of the licence is refused by name. */
  #takeSeat(row: ImportRow): void {
    if (this.#seats === null || !needsSeat(withJoining(row.fields))) return;
    if (this.#seats === 0) row.issues.push(issue('', 'noSeat'));
    else this.#seats -= 1;
  }

  /** The departments that a row names; what is wrong with them is put to the row. */
  #placesOf(row: ImportRow): Places {
    const places: Places = { primary: undefined, others: undefined, all: [], path: null };
    const follow = (names: readonly string[], column: string): Place | undefined => {
      const found = this.#departments.find(names);
      if ('issue' in found) {
        row.issues.push({ ...found.issue, path: column });
        return undefined;
      }
      places.all.push(found.place);
      return found.place;
    };
    if (row.department?.length) {
      const place = follow(row.department, 'department');
      places.primary = place?.id;
      places.path = place?.path ?? null;
      if (place?.kind === 'virtual') row.issues.push(issue('department', 'virtualPrimary'));
    }
    if (row.others) places.others = row.others.flatMap((names) => follow(names, 'otherDepartments')?.id ?? []);
    return places;
  }

  #refused(row: ImportRow): PlannedOperation {
    return {
      action: 'refused',
      id: this.#managers.idAt(row.line) ?? null,
      name: nameOf(row),
      path: null,
      before: null,
      after: asTyped(row),
      version: null,
      line: row.line,
      issues: row.issues,
    };
  }

  #creationOf(row: ImportRow, places: Places): PlannedOperation {
    const assignments: Assignment[] = [...new Set([places.primary!, ...(places.others ?? [])])].map((departmentId, at) => ({
      departmentId,
      primary: at === 0,
      title: null,
    }));
    const after: Fields = { ...usualExtras('employee'), ...withJoining(row.fields), assignments: orderedAssignments(assignments) };
    const { line } = row;
    const made = { id: this.#managers.idAt(line) ?? null, level: this.#managers.levelAt(line) };
    return { action: 'create', ...made, name: nameOf(row), path: places.path, before: null, after, version: null, line };
  }

  #changeOf(row: ImportRow, state: State, places: Places): PlannedOperation {
    const request: Fields = { ...row.fields };
    // The key found the person; written differently (case, width) it is still the same.
    if (this.#options.key === 'account' || sameAccount(state.fields['account'], row.fields['account'])) delete request['account'];
    if (places.primary !== undefined || places.others !== undefined) request['assignments'] = mergedAssignments(state.fields, places);
    const diff = diffOf(state.fields, request);
    const { id, name, path, version } = state;
    return {
      action: diff ? 'change' : 'same',
      id,
      name,
      path,
      before: diff?.before ?? null,
      after: diff?.after ?? null,
      version,
      line: row.line,
      level: this.#managers.levelAt(row.line),
    };
  }
}

interface Places {
  primary: string | undefined;
  others: string[] | undefined;
  all: Place[];
  path: string | null;
}

/** What a refused row asked for: what was read, and as it stands in the file what was not, with its departments and manager. */
function asTyped({ fields, typed, department, others, manager }: ImportRow): Fields {
  const places = [...(department?.length ? [department] : []), ...(others ?? [])].map((names) => names.join(' / '));
  const led = fields['managerId'] ?? manager;
  return {
    ...typed,
    ...fields,
    ...(places.length > 0 && { assignments: places }),
    ...(led !== undefined && { managerId: led }),
  };
}

const nameOf = (row: ImportRow): string =>
  String(row.fields['name'] ?? row.fields['account'] ?? row.fields['employeeNo'] ?? `#${row.line}`);
const sameAccount = (left: Json | undefined, right: Json | undefined): boolean =>
  typeof left === 'string' && typeof right === 'string' && normaliseAccount(left) === normaliseAccount(right);

/** The file's primary department and, where it names others, exactly these; titles of kept assignments stay. */
function mergedAssignments(now: Fields, places: Places): Json {
  const all = assignmentsOf(now);
  const primary = places.primary ?? all.find((one) => one.primary)?.departmentId ?? '';
  const others = places.others ?? all.filter((one) => !one.primary).map(({ departmentId }) => departmentId);
  return orderedAssignments(
    [...new Set([primary, ...others])].map((departmentId) => ({
      departmentId,
      primary: departmentId === primary,
      title: all.find((one) => one.departmentId === departmentId)?.title ?? null,
    })),
  );
}
