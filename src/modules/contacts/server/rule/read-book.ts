import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import type { ContactFunction } from '../../common/words.ts';
import type { ContactRoleTable, ContactSpecialTable } from '../contacts.table.ts';
import { readConfig } from '../config.ts';
import { everyoneRoleId } from '../directory.ts';
import { readFields } from '../field/field.query.ts';
import { findableColumns } from '../terminal/find-index.ts';
import type { Book, BookRole, BookSpecial, BookWhite, Members } from './book.ts';
import '#kit/server/access/access.table.ts';

/** Everything that decides now, under this word. */
export async function readBook(db: Db, word: string): Promise<Book> {
  // One after another: a book is read seldom and must not take connections from those who wait for it.
  const roles = await readRoles(db);
  const specials = await readSpecials(db);
  const white = await readWhite(db);
  const fields = await readFields(db);
  const config = await readConfig(db);
  const findable = await findableColumns(db);
  return completed(db, { word, roles, specials, white, fields, config, findable });
}

/** A book with the paths of the departments and the crowds that its rules name. */
export async function completed(db: Db, parts: Omit<Book, 'paths' | 'crowds'>): Promise<Book> {
  const rows = parts.roles.flatMap(({ auth, search }) => [...auth, ...search]);
  const named = (kind: 'depts' | 'crowds'): string[] => rows.flatMap((row) => (row.kind === kind ? row.ids : []));
  const members = [...parts.roles.map((role) => role.members), ...parts.specials.flatMap((one) => [one.belongs, one.exceptions])];
  const departments = [
    ...named('depts'),
    ...members.flatMap((one) => [...one.departments.keys()]),
    ...parts.white.flatMap(({ kind, memberId }) => (kind === 'department' ? [memberId] : [])),
  ];
  const crowds = [
    ...named('crowds'),
    ...members.flatMap((one) => [...one.crowds.keys()]),
    ...parts.white.flatMap(({ kind, memberId }) => (kind === 'crowd' ? [memberId] : [])),
  ];
  return { ...parts, paths: await departmentPaths(db, [...new Set(departments)]), crowds: [...new Set(crowds)].toSorted() };
}

/** Everybody is below the top. */
const everybody: Members = { employees: new Map(), departments: new Map([[rootDepartmentId, null]]), crowds: new Map() };

interface MemberRow {
  of: string;
  kind: string;
  id: string;
  until: number | null;
}

/** Which roles are read: those in force, or one whether it is or not. */
const chosen = (id: string | undefined): RawBuilder<boolean> =>
  id === undefined ? sql<boolean>`role.enabled` : sql<boolean>`role.id = ${id}::uuid`;

/** The contact roles in force; with an id that one, whether it is or not. */
export async function readRoles(db: Db, id?: string): Promise<BookRole[]> {
  const { rows } = await sql<
    { id: string; name: string; expires_at: number | null } & ContactRoleTable
  >`select role.id, role.name, role.expires_at, c.*
    from role join contact_role c on c.role_id = role.id where role.module = 'contact' and ${chosen(id)} order by role.id`.execute(db);
  const members = await membersOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    builtIn: row.id === everyoneRoleId,
    expiresAt: row.expires_at,
    members: row.id === everyoneRoleId ? everybody : members(row.id),
    auth: row.auth_rows,
    search: row.search_same ? row.auth_rows : row.search_rows,
    exact: row.exact_match,
    functions: row.functions as ContactFunction[],
  }));
}

async function membersOf(db: Db, ids: readonly string[]): Promise<(id: string) => Members> {
  const { rows } =
    await sql<MemberRow>`select role_id as of, kind, object_id as id, until from role_member where role_id = any(${ids}::uuid[])`.execute(
      db,
    );
  return grouped(rows);
}

function grouped(rows: readonly MemberRow[]): (id: string) => Members {
  const byRole = Map.groupBy(rows, ({ of }) => of);
  return (id) => {
    const of = (kind: string) => new Map((byRole.get(id) ?? []).filter((row) => row.kind === kind).map((row) => [row.id, row.until]));
    return { employees: of('employee'), departments: of('department'), crowds: of('crowd') };
  };
}

/** The special rules in force, in their order; with an id that one, whether it is or not. */
export async function readSpecials(db: Db, id?: string): Promise<BookSpecial[]> {
  const { rows } = await sql<
    { id: string; name: string; expires_at: number | null } & ContactSpecialTable
  >`select role.id, role.name, role.expires_at, s.*
    from role join contact_special s on s.role_id = role.id where role.module = 'cpd' and ${chosen(id)} order by s.priority, role.id`.execute(
    db,
  );
  const ids = rows.map((row) => row.id);
  const exceptions = await membersOf(db, ids);
  const belongs = await sql<MemberRow>`select role_id as of, kind, object_id as id, null::bigint as until from contact_belongs
    where role_id = any(${ids}::uuid[])`.execute(db);
  const protectedBy = grouped(belongs.rows);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    priority: row.priority,
    mode: row.mode,
    endsAt: endOf(row.until_at, row.expires_at),
    belongs: protectedBy(row.id),
    exceptions: exceptions(row.id),
    exceptionRoleIds: row.exception_role_ids,
    exceptionsSee: row.exceptions_see,
    fields: row.fields,
    deniedFunctions: row.denied_functions as ContactFunction[],
    proxyId: row.proxy_emp_id,
  }));
}

const endOf = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

async function readWhite(db: Db): Promise<BookWhite[]> {
  const { rows } =
    await sql<BookWhite>`select id, member_kind as kind, member_id as "memberId", include_hidden as "includeHidden", until_at as until
    from contact_white order by id`.execute(db);
  return rows;
}
