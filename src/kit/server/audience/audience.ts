import { sql, type RawBuilder } from 'kysely';
import type { Audience, AudienceRow, PartyKind } from '#kit/common/audience.ts';
import type { Range } from '../caller.ts';
import type { Db, Directory, PersonName } from '../directory.ts';

/** Ids that the rows of an audience name, of one kind; included ones unless said. */
const partyIds = (rows: Audience, kind: PartyKind, exclude = false): string[] =>
  rows.flatMap((row) => (row.kind === kind && row.exclude === exclude ? [row.id] : []));

const isOpen = (rows: Audience): boolean => !rows.some(({ exclude }) => !exclude);

/** SQL subquery of the ids of active people whom these rows name (`exclude` says of which kind of row). */
function named(directory: Directory, rows: Audience, exclude: boolean): RawBuilder<unknown> {
  const [departments, crowds, people] = (['department', 'crowd', 'employee'] as const).map((kind) => partyIds(rows, kind, exclude));
  return sql`select id from (${directory.employeesUnder(departments!)}) as below
    union select id from (${directory.employeesOfCrowds(crowds!)}) as grouped
    union select id from (${directory.activeEmployees()}) as active where id = any(${people!}::uuid[])`;
}

/** SQL subquery of the ids of the active people whom an audience reaches, each once. */
export function employeesOfAudience(directory: Directory, rows: Audience): RawBuilder<{ id: string }> {
  const base = isOpen(rows) ? directory.activeEmployees() : named(directory, rows, false);
  return rows.some(({ exclude }) => exclude)
    ? sql<{
        id: string;
      }>`select id from (${base}) as included where id not in (select id from (${named(directory, rows, true)}) as excluded)`
    : sql<{ id: string }>`select id from (${base}) as included`;
}

/** SQL condition: the employee in this column is reached by the audience. */
export const inAudience = (directory: Directory, rows: Audience, column: string): RawBuilder<boolean> =>
  rows.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} in (${employeesOfAudience(directory, rows)})`;

/** What a person belongs to, for decisions about many audiences without the database. */
export interface Membership {
  readonly uid: string;
  readonly departments: ReadonlySet<string>;
  readonly crowds: ReadonlySet<string>;
}

/** Reads the departments (with all above) and the dynamic groups of a person. */
export async function membershipOf(db: Db, directory: Directory, uid: string): Promise<Membership> {
  const { rows } = await sql<{ id: string; crowd: boolean }>`select id, false as crowd from (${directory.departmentsAbove(uid)}) as above
    union all select id, true as crowd from (${directory.crowdsOf(uid)}) as crowds`.execute(db);
  return {
    uid,
    departments: new Set(rows.flatMap(({ id, crowd }) => (crowd ? [] : [id]))),
    crowds: new Set(rows.flatMap(({ id, crowd }) => (crowd ? [id] : []))),
  };
}

/** Whether a person is reached, and the row that decided; null where no row names the person. */
export interface Decision {
  readonly included: boolean;
  readonly by: AudienceRow | null;
}

/** Decides whether an audience reaches a person: an excluding row wins; without including rows everybody is reached. */
export function decideAudience(rows: Audience, { uid, departments, crowds }: Membership): Decision {
  const names = ({ kind, id }: AudienceRow): boolean =>
    kind === 'employee' ? id === uid : kind === 'department' ? departments.has(id) : crowds.has(id);
  const excluded = rows.find((row) => row.exclude && names(row));
  if (excluded) return { included: false, by: excluded };
  const included = rows.find((row) => !row.exclude && names(row));
  return { included: included !== undefined || isOpen(rows), by: included ?? null };
}

/** Whether an audience reaches a person; for several audiences of one person read the membership once. */
export const isInAudience = async (db: Db, directory: Directory, rows: Audience, uid: string): Promise<boolean> =>
  rows.length === 0 || decideAudience(rows, await membershipOf(db, directory, uid)).included;

/** How many people an audience reaches within a range, and up to five of them. */
export async function countAudience(
  db: Db,
  directory: Directory,
  rows: Audience,
  range: Range,
): Promise<{ people: number; sample: PersonName[] }> {
  const reached = sql`with reached as materialized (select id from (${employeesOfAudience(directory, rows)}) as r
    where ${directory.employeeAmongRange(range, 'r.id')})`;
  const { rows: found } = await sql<{ people: number; ids: string[] }>`${reached} select (select count(*) from reached)::int as people,
    array(select id from reached order by id limit 5) as ids`.execute(db);
  const { people, ids } = found[0]!;
  return { people, sample: [...(await directory.people(db, ids, undefined, range)).values()] };
}

/** Rows that name a department, dynamic group or person that does not exist. */
export async function unknownParties(db: Db, directory: Directory, rows: Audience): Promise<AudienceRow[]> {
  const idsOf = (kind: PartyKind): string[] => rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
  const known = new Set([
    ...(await directory.people(db, idsOf('employee'))).keys(),
    ...(await directory.departments(db, idsOf('department'))).keys(),
    ...(await directory.crowds(db, idsOf('crowd'))).keys(),
  ]);
  return rows.filter(({ id }) => !known.has(id));
}

/** Rows that name somebody or something outside a range: what only who sees more may write (10910). */
export async function partiesOutside(db: Db, directory: Directory, rows: Audience, range: Range): Promise<AudienceRow[]> {
  if (range.all || rows.length === 0) return [];
  const idsOf = (kind: PartyKind): string[] => rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
  const { rows: inside } = await sql<{ id: string }>`
    select id from unnest(${idsOf('employee')}::uuid[]) as m(id) where ${directory.employeeInRange(range, 'm.id')}
    union all select id from unnest(${idsOf('department')}::uuid[]) as m(id) where ${directory.departmentInRange(range, 'm.id')}`.execute(
    db,
  );
  const seen = new Set([...inside.map(({ id }) => id), ...(await directory.crowds(db, idsOf('crowd'), undefined, range)).keys()]);
  return rows.filter(({ id }) => !seen.has(id));
}
