import { sql, type RawBuilder } from 'kysely';
import { normaliseAccount } from '#platform/text/clean-text.ts';
import { pick, type Language } from '#kit/common/language.ts';
import type { CrowdStanding } from '#kit/common/role/role.schema.ts';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import { foldText } from '#platform/text/grams.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import type { Db, DepartmentName, Directory, PersonKeys, PersonName, SignInPerson } from '#kit/server/directory.ts';
import { rootDepartmentId } from '../common/root.ts';
import { emailKey } from './employee/employee.keys.ts';
import { fullNameIn, nameIn, nameWithin } from './employee/employee.view.ts';
import { DepartmentFinder } from './import/import.departments.ts';
import { languageIn } from './people-after.ts';
import { departmentInRange, employeeAmongRange, employeeInRange } from './range.ts';
import { foundByText } from './search.ts';
import './department/department.table.ts';
import './employee/employee.table.ts';

const signInColumns = sql`select id as uid, account, name, email, enabled and coalesce(expires_at > ${sql.raw('(extract(epoch from now()) * 1000)::bigint')}, true) as "mayEnter",
  ${languageIn('locale')} as language, coalesce(time_zone, (select s.time_zone from muc_setting s)) as "timeZone" from employee`;

const everything: Range = { all: true };

/** The account in its compared form, or undefined where nobody can have it. */
function keyOf(account: string): string | undefined {
  try {
    return normaliseAccount(account);
  } catch {
    return undefined;
  }
}

async function byAccount(db: Db, account: string): Promise<SignInPerson | undefined> {
  const key = keyOf(account);
  if (key === undefined) return undefined;
  const { rows } = await sql<SignInPerson>`${signInColumns} where account_key = ${key} and status not in ('deleted', 'left')`.execute(db);
  return rows[0];
}

async function byUid(db: Db, uid: string): Promise<SignInPerson | undefined> {
  const { rows } = await sql<SignInPerson>`${signInColumns} where id = ${uid}::uuid and status <> 'deleted'`.execute(db);
  return rows[0];
}

const matchKeys = {
  account: { column: sql`account_key`, key: keyOf },
  employeeNo: { column: sql`employee_no`, key: (value: string) => value.trim() },
  email: { column: sql`email_key`, key: (value: string) => emailKey(value.trim()) },
  mobile: { column: sql`mobile`, key: (value: string) => value.replaceAll(/[\s().-]/g, '') },
};

async function matching(db: Db, field: keyof typeof matchKeys, values: readonly string[]): Promise<SignInPerson[]> {
  const { column, key } = matchKeys[field];
  const keys = values.flatMap((value) => key(value) || []);
  if (keys.length === 0) return [];
  const { rows } =
    await sql<SignInPerson>`${signInColumns} where ${column} = any(${keys}::text[]) and status not in ('deleted', 'left')`.execute(db);
  return rows;
}

async function keysOf(db: Db, uid: string): Promise<PersonKeys | undefined> {
  const { rows } = await sql<PersonKeys>`select account, employee_no as "employeeNo", mobile from employee
    where id = ${uid}::uuid and status = 'active' and enabled`.execute(db);
  return rows[0];
}

async function pathsOf(db: Db, uid: string): Promise<string[]> {
  const { rows } = await sql<{
    path: string;
  }>`select d.path::text as path from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = ${uid}::uuid order by ed.is_primary desc, d.path`.execute(
    db,
  );
  return rows.map(({ path }) => path);
}

async function departments(
  db: Db,
  ids: readonly string[],
  language: Language = 'zh_CN',
  seenBy: Range = everything,
): Promise<Map<string, DepartmentName>> {
  if (ids.length === 0) return new Map();
  const named = (name: RawBuilder<string>): RawBuilder<string> => nameWithin(seenBy, language, name);
  const { rows } =
    await sql<DepartmentName>`select d.id, ${named(nameIn(language))} as name, d.path::text as path, ${named(fullNameIn(language))} as "fullName"
    from department d where d.id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

async function repeatedDepartments(db: Db, names: readonly string[], language: Language): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`select ${nameIn(language)} as name from department d
    where ${nameIn(language)} = any(${[...new Set(names)]}::text[]) group by 1 having count(*) > 1`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Columns of people of whom it is known that `seenBy` holds them, or is to be found out. */
const personColumns = (language: Language, seenBy: Range, known: boolean) => {
  const seen = (value: RawBuilder<string>, otherwise: string): RawBuilder<string> =>
    known || seenBy.all ? value : sql<string>`case when ${employeeInRange(seenBy, 'e.id')} then ${value} else ${otherwise}::text end`;
  return sql`select e.id, ${seen(sql`e.name`, outsideWord(language))} as name, ${seen(sql`e.account`, '')} as account,
    ${nameWithin(seenBy, language, nameIn(language))} as "departmentName", e.enabled from employee e join department d on d.id = e.primary_department_id`;
};

async function people(
  db: Db,
  ids: readonly string[],
  language: Language = 'zh_CN',
  seenBy: Range = everything,
): Promise<Map<string, PersonName>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    await sql<PersonName>`${personColumns(language, seenBy, false)} where e.id = any(${[...new Set(ids)]}::uuid[]) and e.status <> 'deleted'`.execute(
      db,
    );
  return new Map(rows.map((row) => [row.id, row]));
}

async function searchPeople(db: Db, range: Range, text: string, limit: number): Promise<PersonName[]> {
  const query = text.trim();
  if (query === '') return [];
  // Candidates first: a common beginning must not order half the company before it is cut off. Who searches is looked for apart: beside the departments in
  // one condition everybody in them would be gathered for it.
  const found = sql`select e.id from employee e where e.status not in ('deleted', 'left') and ${foundByText(query)}`;
  const own = range.all || !range.self ? sql`` : sql`union select * from (${found} and e.id = ${range.uid}::uuid) as own`;
  const among = range.all ? range : { ...range, self: false };
  const { rows } = await sql<PersonName>`with hit as materialized (
      select * from (${found} and ${employeeAmongRange(among, 'e.id')} limit 500) as among ${own})
    ${personColumns('zh_CN', range, true)} join hit on hit.id = e.id
    order by (e.account_key = lower(${query}) or e.name = ${query}) desc, e.enabled desc, length(e.name), e.sort_key, e.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Most people stand in one department, so they are found by their primary one alone; who is in several and has the primary one elsewhere comes
 * beside them. Both are read from indexes: a join of all assignments with all people took thirteen seconds for a million.
 */
function employeesUnder(departmentIds: readonly string[], without: readonly string[] = []): RawBuilder<{ id: string }> {
  if (departmentIds.length === 0) return sql<{ id: string }>`select null::uuid as id where false`;
  // Everybody has a department, and each lies under the root.
  if (departmentIds.includes(rootDepartmentId) && without.length === 0)
    return sql<{ id: string }>`select id from employee where status = 'active'`;
  const except = sql`and not exists (select from department out where out.id = any(${without}::uuid[]) and d.path <@ out.path)`;
  return sql<{ id: string }>`with below as materialized (select d.id from department top join department d on d.path <@ top.path
      where top.id = any(${departmentIds}::uuid[]) ${without.length > 0 ? except : sql``})
    select e.id from employee e where e.status = 'active' and e.primary_department_id in (select id from below)
    union all select e.id from employee e where e.several and e.status = 'active' and e.primary_department_id not in (select id from below)
      and exists (select from employee_department ed where ed.employee_id = e.id and not ed.is_primary and ed.department_id in (select id from below))`;
}

async function departmentFinder(db: Db, range: Range): Promise<(text: string) => string | undefined> {
  const tree = new DepartmentFinder(range, false);
  await tree.load(db);
  return (text) => {
    const found = tree.find(
      text
        .split('/')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    );
    return 'place' in found && (range.all || pathInRange(range, found.place.path)) ? found.place.id : undefined;
  };
}

async function crowdFinder(db: Db, range: Range): Promise<(text: string) => string | undefined> {
  const rows = await db.selectFrom('crowd').select(['id', 'name']).where(departmentInRange(range, 'crowd.owner_dept_id')).execute();
  const ids = new Map<string, Set<string>>();
  for (const { id, name } of rows)
    for (const one of Object.values(name)) {
      const key = foldText(one);
      ids.set(key, (ids.get(key) ?? new Set()).add(id));
    }
  return (text) => {
    const found = ids.get(foldText(text));
    return found?.size === 1 ? [...found][0] : undefined;
  };
}

/** The people and departments as the kit sees them. */
export function createDirectory(): Directory {
  return {
    byAccount,
    byUid,
    matching,
    keysOf,
    pathsOf,
    departments,
    repeatedDepartments,
    people,
    searchPeople,
    employeeAmongRange,
    employeeInRange,
    employeeIsHere: (column) =>
      sql<boolean>`exists (select from employee here where here.id = ${sql.ref(column)} and here.status not in ('deleted', 'left'))`,
    departmentInRange,
    departmentsAbove: (uid) =>
      sql<{ id: string }>`select above.id from department above where above.no in (
        select unnest(string_to_array(d.path::text, '.')::bigint[]) from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = ${uid}::uuid)`,
    departmentsAboveAll: (uids) =>
      sql<{ person: string; id: string }>`select distinct ed.employee_id as person, above.id from employee_department ed
        join department d on d.id = ed.department_id cross join lateral unnest(string_to_array(d.path::text, '.')::bigint[]) as step(no)
        join department above on above.no = step.no where ed.employee_id in (select unnest((select ${uids}::uuid[])))`,
    employeesUnder,
    crowds: async (db, ids, language = 'zh_CN', seenBy = { all: true }) => {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('crowd')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(ids)])
        .where(departmentInRange(seenBy, 'crowd.owner_dept_id'))
        .execute();
      return new Map(rows.map(({ id, name }) => [id, pick(name, language)]));
    },
    finder: (db, kind, range) => (kind === 'department' ? departmentFinder(db, range) : crowdFinder(db, range)),
    crowdStandings: async (db, ids) => {
      if (ids.length === 0) return new Map();
      const { rows } = await sql<{ id: string; standing: CrowdStanding }>`select c.id, case when c.paused then 'paused'
          when s.state in ('held', 'error') then s.state else 'on' end as standing
        from crowd c left join crowd_standing s on s.crowd_id = c.id where c.id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
      return new Map(rows.map(({ id, standing }) => [id, standing]));
    },
    activeEmployees: () => sql<{ id: string }>`select id from employee where status = 'active'`,
    crowdsOf: (uid) => sql<{ id: string }>`select crowd_id as id from crowd_member where employee_id = ${uid}::uuid`,
    employeesOfCrowds: (crowdIds) =>
      crowdIds.length === 0
        ? sql<{ id: string }>`select null::uuid as id where false`
        : sql<{
            id: string;
          }>`select cm.employee_id as id from crowd_member cm join employee e on e.id = cm.employee_id and e.status = 'active'
            where cm.crowd_id = any(${crowdIds}::uuid[])`,
  };
}

/** The one directory, for kinds and queries, which are values made before there are services. */
export const directory: Directory = createDirectory();
