import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import type { SettledLine } from '#kit/server/change/plan/settle-plan.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { longestChain } from '../employee/employee.managers.ts';
import { uniqueKeys } from '../employee/employee.taken.ts';
import type { ImportRow } from './import.row.ts';
import { employeeInRange } from '../range.ts';

/** What a file says of somebody's place in the reporting line. */
export interface LedRow {
  readonly line: number;
  readonly account: string | undefined;
  readonly employeeNo: string | undefined;
  /** Account or number of the manager, as it stands in the file. */
  readonly manager: string | undefined;
}

/** Who leads somebody: a person there is, or one whom the file makes. */
type Found = { readonly id: string } | { readonly issue: OperationIssue };

const issue = (key: string, params?: Record<string, unknown>): { issue: OperationIssue } => ({
  issue: { path: 'managerAccount', namespace: 'user-centre', key: `issue.${key}`, ...(params && { params }) },
});

const pieceSize = 1000;
type Key = 'account' | 'employeeNo';

const keyOf = (field: Key, text: string): string | undefined => {
  try {
    return uniqueKeys[field].keyOf(text);
  } catch {
    return undefined;
  }
};

/**
 * The reporting lines of a file, worked out before its rows are planned: a manager may stand below those whom they lead, or be made by the
 * same file. Whom the file makes and names as a manager has an id beforehand.
 */
export class ManagerFinder {
  readonly #byLine = new Map<number, Found>();
  readonly #levels = new Map<number, number>();
  readonly #made = new Map<string, number>();
  readonly #idOfLine = new Map<number, string>();

  /** Reads who leads whom; `key`: by what a row finds the person it means. */
  async read(db: Db, caller: Caller, rows: readonly LedRow[], key: Key): Promise<void> {
    const here = await peopleBy(db, caller, rows, key);
    const inFile = { account: new Map<string, LedRow>(), employeeNo: new Map<string, LedRow>() };
    for (const row of rows)
      for (const field of ['account', 'employeeNo'] as const) {
        const value = row[field] === undefined ? undefined : keyOf(field, row[field]);
        if (value !== undefined && !inFile[field].has(value)) inFile[field].set(value, row);
      }
    const names = [...new Set(rows.flatMap(({ manager }) => manager ?? []))];
    const known = await managersBy(db, caller, names);
    // An account goes before a number: it alone can't be a number of somebody else.
    const leader = (text: string): string | undefined => {
      for (const field of ['account', 'employeeNo'] as const) {
        const value = keyOf(field, text);
        const there = value === undefined ? undefined : known[field].get(value);
        if (there !== undefined) return there;
        const row = value === undefined ? undefined : inFile[field].get(value);
        if (row) return here.get(row.line) ?? this.#make(row.line);
      }
      return undefined;
    };
    const requests = new Map<number, string>();
    for (const { line, manager } of rows) {
      if (manager === undefined) continue;
      const id = leader(manager);
      if (id === undefined) this.#byLine.set(line, issue('managerUnknown'));
      else requests.set(line, id);
    }
    const idOf = (line: number): string | undefined => here.get(line) ?? this.#idOfLine.get(line);
    const above = new Map(await chainsOf(db, [...new Set(requests.values())]));
    for (const [line, id] of requests) {
      const own = idOf(line);
      if (own !== undefined) above.set(own, id);
    }
    for (const [line, id] of requests) this.#byLine.set(line, walked(above, idOf(line), id) ?? { id });
    for (const [line, id] of requests) this.#levels.set(line, this.#levelOf(id, above));
  }

  #make(line: number): string {
    const id = this.#idOfLine.get(line) ?? newId();
    this.#idOfLine.set(line, id);
    this.#made.set(id, line);
    return id;
  }

  /** How many people whom the file makes stand above somebody led by this one, in a row. */
  #levelOf(id: string, above: ReadonlyMap<string, string | null>): number {
    let level = 0;
    for (let at: string | null = id; at !== null && this.#made.has(at) && level <= longestChain; at = above.get(at) ?? null) level += 1;
    return level;
  }

  /** Puts the manager into a row that was read, or what is wrong with it. */
  fill(row: ImportRow): void {
    const found = this.#byLine.get(row.line);
    if (!found) return;
    if ('issue' in found) row.issues.push(found.issue);
    else row.fields['managerId'] = found.id;
  }

  /** The id that the person of a row is made with; undefined where it does not matter. */
  idAt(line: number): string | undefined {
    return this.#idOfLine.get(line);
  }

  /** After how many others of the file a row is applied. */
  levelAt(line: number): number {
    return this.#levels.get(line) ?? 0;
  }

  /** Whether this is somebody whom the file makes and names as a manager. */
  makes(id: string): boolean {
    return this.#made.has(id);
  }

  /** Lines that name somebody whom the file does not make after all, because their own row is refused. */
  async lost(tx: Tx, planId: string): Promise<SettledLine[]> {
    if (this.#made.size === 0) return [];
    const { rows } = await sql<{ seq: number; manager: string }>`with recursive
        item as materialized (select seq, action, object_id as id, after ->> 'managerId' as manager from change_plan_item where plan_id = ${planId}::uuid),
        lost as (select m.id from unnest(${[...this.#made.keys()]}::uuid[]) as m(id)
            where not exists (select from item where item.id = m.id and item.action = 'create')
          union select item.id from lost join item on item.manager = lost.id::text where item.action = 'create')
      select item.seq, item.manager from item join lost on item.manager = lost.id::text where item.action in ('create', 'change')`.execute(
      tx,
    );
    return rows.map(({ seq, manager }) => ({ seq, issues: [issue('managerRefused', { line: this.#made.get(manager) ?? 0 }).issue] }));
  }
}

/** Why somebody can't be led by another, seen from what everybody requests. */
function walked(above: ReadonlyMap<string, string | null>, own: string | undefined, manager: string): Found | undefined {
  const seen = new Set<string>();
  let levels = 1;
  for (let at: string | null = manager; at !== null; at = above.get(at) ?? null) {
    if (at === own) return issue('circle');
    // Others stand in a circle above: it is their rows that are refused.
    if (seen.has(at)) return undefined;
    seen.add(at);
    if (levels > longestChain) return issue('chain');
    levels += 1;
  }
  return undefined;
}

/** The people whom rows mean, by line, as far as the caller sees them. */
async function peopleBy(db: Db, caller: Caller, rows: readonly LedRow[], key: Key): Promise<Map<number, string>> {
  const lines = new Map<number, string>();
  for (let at = 0; at < rows.length; at += pieceSize) {
    const piece = rows.slice(at, at + pieceSize).flatMap((row) => {
      const value = row[key] === undefined ? undefined : keyOf(key, row[key]);
      return value === undefined ? [] : [{ line: row.line, value }];
    });
    const found = await livingBy(
      db,
      caller,
      key,
      piece.map(({ value }) => value),
    );
    for (const { line, value } of piece) if (found.has(value)) lines.set(line, found.get(value)!);
  }
  return lines;
}

/** People of these accounts or numbers. */
async function managersBy(db: Db, caller: Caller, names: readonly string[]): Promise<Record<Key, Map<string, string>>> {
  const found: Record<Key, Map<string, string>> = { account: new Map(), employeeNo: new Map() };
  for (let at = 0; at < names.length; at += pieceSize)
    for (const field of ['account', 'employeeNo'] as const) {
      const values = names.slice(at, at + pieceSize).flatMap((name) => keyOf(field, name) ?? []);
      for (const [value, id] of await livingBy(db, caller, field, values)) found[field].set(value, id);
    }
  return found;
}

/** Who has these values now and can lead somebody: who left or lies in the recycle bin can't. */
async function livingBy(db: Db, caller: Caller, field: Key, values: readonly string[]): Promise<Map<string, string>> {
  const column = sql.ref(`e.${uniqueKeys[field].column}`);
  const { rows } = await sql<{ value: string; id: string }>`select ${column} as value, e.id from employee e
    where ${column} = any(${values}::text[]) and e.status not in ('deleted', 'left') and ${employeeInRange(caller.scope(), 'e.id')}`.execute(
    db,
  );
  return new Map(rows.map(({ value, id }) => [value, id]));
}

/** The managers of these people and of everybody above them, as they are now. */
async function chainsOf(db: Db, ids: readonly string[]): Promise<[string, string | null][]> {
  const { rows } = await sql<{ id: string; manager: string | null }>`with recursive up as (
      select e.id, e.manager_id from employee e where e.id = any(${ids}::uuid[])
      union select e.id, e.manager_id from up join employee e on e.id = up.manager_id)
    select id, manager_id as manager from up`.execute(db);
  return rows.map(({ id, manager }) => [id, manager]);
}
