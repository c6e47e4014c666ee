import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../caller.ts';
import type { DepartmentUse, Replacing, UseRow } from '../department-use.ts';
import type { Db, Tx } from '../directory.ts';
import { assertCan, InvalidInput, Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { callerOn } from './callers.ts';
import { changeObjects } from './change-objects.ts';
import { sameJson } from './fields.ts';
import type { BatchOptions } from './journal.ts';
import type { Fields, Json, Kind } from './kind.ts';

/** What the uses of departments are read and changed with. */
export interface UseMeans {
  readonly services: Pick<Services, 'departmentUses' | 'kinds'> & Partial<Pick<Services, 'secrets'>>;
  readonly caller: Caller;
}

/** What names departments, of one sort. Names are told to those who may read the objects. */
export interface NamedUses {
  kind: string;
  title: string;
  count: number;
  objects: { kind: string; id: string; name: string }[];
}

const idsSql = (ids: readonly string[]): RawBuilder<string[]> => sql<string[]>`${[...new Set(ids)]}::uuid[]`;

const rowsOf = async (db: Db, use: DepartmentUse, ids: readonly string[]): Promise<UseRow[]> =>
  (await sql<UseRow>`select * from (${use.uses(idsSql(ids))}) as used order by name, id`.execute(db)).rows;

/** Everything that names these departments, by sort; sorts that do not are left out. */
export async function usesOfDepartments(db: Db, { services, caller }: UseMeans, ids: readonly string[], shown = 20): Promise<NamedUses[]> {
  const found: NamedUses[] = [];
  for (const use of services.departmentUses) {
    const objects = new Map((await rowsOf(db, use, ids)).map((row) => [`${row.object_kind} ${row.id}`, row]));
    if (objects.size === 0) continue;
    const readable = (kind: string): boolean => services.kinds.some((one) => one.kind === kind && caller.can(one.codes.read));
    found.push({
      kind: use.kind,
      title: use.title[caller.language],
      count: objects.size,
      objects: [...objects.values()]
        .filter((row) => readable(row.object_kind))
        .slice(0, shown)
        .map((row) => ({ kind: row.object_kind, id: row.id, name: row.name })),
    });
  }
  return found;
}

/** What is written before people move (`ahead`), or the replacing itself (`replace`). */
type Step = 'ahead' | 'replace';

/** Lets departments take the place of others in all that names them, in the caller's own rights. Refuses as the objects' own calls would; 65002 without the right to change them. */
export async function replaceDepartments(
  tx: Tx,
  means: UseMeans,
  { replacing, step, options }: { replacing: Replacing; step: Step; options: BatchOptions },
): Promise<number> {
  let count = 0;
  for (const use of means.services.departmentUses)
    if (step === 'replace' || use.ahead) count += await replaceIn(tx, means, use, { replacing, step, options });
  return count;
}

/** Why departments can't be replaced in these uses, by their sort: each is tried by itself in the transaction, which the caller takes back. */
export async function refusedUses(tx: Tx, means: UseMeans, replacing: Replacing): Promise<Map<string, Refusal | InvalidInput>> {
  const refused = new Map<string, Refusal | InvalidInput>();
  for (const use of means.services.departmentUses) {
    await sql`savepoint one_use`.execute(tx);
    try {
      await replaceIn(tx, means, use, { replacing, step: 'replace', options: {} });
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof InvalidInput)) throw error;
      refused.set(use.kind, error);
    }
    await sql`rollback to savepoint one_use`.execute(tx);
  }
  return refused;
}

interface Replacement {
  replacing: Replacing;
  step: Step;
  options: BatchOptions;
}

async function replaceIn(tx: Tx, { services, caller }: UseMeans, use: DepartmentUse, work: Replacement): Promise<number> {
  const { replacing, step, options } = work;
  const rows = await rowsOf(tx, use, [...replacing.keys()]);
  let count = 0;
  for (const [name, own] of Map.groupBy(rows, (row) => row.object_kind)) {
    const kind = services.kinds.find((one) => one.kind === name);
    if (!kind) continue;
    assertCan(caller, kind.codes.revert);
    const ids = [...new Set(own.map((row) => row.id))].toSorted();
    const ranged = callerOn(caller, kind.codes.revert);
    const acting = use.as?.(ranged) ?? ranged;
    if (step === 'replace' && use.replace) await use.replace(tx, { services, caller: acting }, { ids, replacing, options });
    else await changeAll(tx, acting, kind, { use, ids, work });
    count += ids.length;
  }
  return count;
}

async function changeAll(
  tx: Tx,
  caller: Caller,
  kind: Kind,
  { use, ids, work: { replacing, step, options } }: { use: DepartmentUse; ids: readonly string[]; work: Replacement },
): Promise<void> {
  const states = await kind.read(tx, ids, true);
  const changes = [...states.values()].flatMap(({ id, fields }) => {
    const request = step === 'ahead' ? use.ahead?.(fields, replacing) : replaced(fields, replacing, use);
    return request && Object.keys(request).length > 0 ? [{ id, version: null, fields: request }] : [];
  });
  if (changes.length > 0) await changeObjects(tx, caller, kind, changes, options);
}

/** The fields of an object in which departments gave way to others. */
function replaced(fields: Fields, replacing: Replacing, { unite }: DepartmentUse): Fields {
  const changed: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    const next = replacedIn(value, replacing);
    if (!sameJson(next, value)) changed[name] = next;
  }
  return unite ? unite(changed) : changed;
}

/** A value with other departments in it; a list names each only once. */
function replacedIn(value: Json, replacing: Replacing): Json {
  if (typeof value === 'string') return replacing.get(value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replacedIn(one, replacing)]));
  const next = value.map((one) => replacedIn(one, replacing));
  return sameJson(next, value) ? next : next.filter((one, at) => next.findIndex((other) => sameJson(other, one)) === at);
}
