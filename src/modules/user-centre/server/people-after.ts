import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { employeeInRange } from './range.ts';

/** Somebody who is written to. */
export interface Addressed {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly locale: Language | null;
}

/** People by id who can sign in, with where and in which language to write to them. */
export async function addressees(db: Db, ids: readonly string[]): Promise<Map<string, Addressed>> {
  const { rows } =
    await sql<Addressed>`select id, name, email, coalesce(locale, (select s.locale from muc_setting s)) as locale from employee
    where id = any(${ids}::uuid[]) and status = 'active' and enabled`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The next people of a range who can sign in, by id, whom a condition means: for mails to many, some at a time. */
export async function peopleAfter(
  db: Db,
  range: Range,
  wish: { after: string; limit: number; where: (id: RawBuilder<string>) => RawBuilder<boolean>; withoutMobile: boolean },
): Promise<Addressed[]> {
  const { rows } =
    await sql<Addressed>`select e.id, e.name, e.email, coalesce(e.locale, (select s.locale from muc_setting s)) as locale from employee e
    where e.status = 'active' and ${employeeInRange(range, 'e.id')} and ${wish.where(sql<string>`e.id`)}
      and ${wish.after === '' ? sql`true` : sql`e.id > ${wish.after}::uuid`} and ${wish.withoutMobile ? sql`e.mobile is null` : sql`true`}
    order by e.id limit ${wish.limit}`.execute(db);
  return rows;
}
