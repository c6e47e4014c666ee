import { sql, type RawBuilder } from 'kysely';
import type { CoreServices } from '#kit/server/services.ts';
import { normaliseAccount } from '#platform/text/clean-text.ts';
import type { TodoSystem } from '../system.ts';

/** The condition that an employee (the id in a column) lies in what a grant reaches. */
export type Reach = (column: RawBuilder<unknown>) => RawBuilder<boolean>;

const tidy = (make: (value: string) => string) => (value: string) => {
  try {
    return make(value.trim());
  } catch {
    return '';
  }
};
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How people are known by what a system calls them. */
const keys: Readonly<Record<TodoSystem['assignBy'], { readonly column: RawBuilder<string>; readonly key: (value: string) => string }>> = {
  uid: { column: sql<string>`e.id::text`, key: tidy((value) => (isId.test(value) ? value.toLowerCase() : '')) },
  account: { column: sql<string>`e.account_key`, key: tidy(normaliseAccount) },
  employeeNo: { column: sql<string>`e.employee_no`, key: tidy((value) => value) },
  mobile: { column: sql<string>`e.mobile`, key: tidy((value) => value.replaceAll(/[\s().-]/g, '')) },
  email: { column: sql<string>`e.email_key`, key: tidy((value) => value.toLowerCase()) },
};

/**
 * Who is meant by what a system calls people: a function that answers the id, or undefined for nobody, for who has left and for who lies outside
 * of the grant, which are not told apart.
 */
export async function knownPeople(
  services: Pick<CoreServices, 'database' | 'directory'>,
  { system, reach, names }: { readonly system: Pick<TodoSystem, 'assignBy'>; readonly reach: Reach; readonly names: readonly string[] },
): Promise<(name: string) => string | undefined> {
  const { column, key } = keys[system.assignBy];
  const wanted = [...new Set(names.map(key).filter((one) => one !== ''))];
  if (wanted.length === 0) return () => undefined;
  const { rows } = await sql<{ key: string; id: string }>`select ${column} as key, e.id from employee e
    join (${services.directory.activeEmployees()}) as active on active.id = e.id
    where ${system.assignBy === 'uid' ? sql`e.id = any(${wanted}::uuid[])` : sql`${column} = any(${wanted}::text[])`} and ${reach(sql`e.id`)}`.execute(
    services.database.db,
  );
  const found = new Map(rows.map((row) => [row.key, row.id]));
  return (name) => found.get(key(name));
}
