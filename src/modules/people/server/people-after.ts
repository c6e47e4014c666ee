import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { employeeAmongRange } from './range.ts';

/** SQL: the language of a person whose own stands in this column, else the company's. What is written to somebody is written in it. */
export const languageIn = (column: string): RawBuilder<Language> =>
  sql`coalesce(${sql.ref(column)}, (select s.locale from muc_setting s), 'zh_CN')`;

/** The company's language: of whom nothing is known but an address. */
export async function siteLanguage(db: Db): Promise<Language> {
  const { rows } = await sql<{ language: Language }>`select coalesce((select locale from muc_setting), 'zh_CN') as language`.execute(db);
  return rows[0]!.language;
}

/** Recipient of a mail. */
export interface Addressed {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** Their own, else the company's. */
  readonly language: Language;
}

/** People by id who can sign in, with where and in which language to write to them. */
export async function addressees(db: Db, ids: readonly string[]): Promise<Map<string, Addressed>> {
  const { rows } = await sql<Addressed>`select id, name, email, ${languageIn('locale')} as language from employee
    where id = any(${ids}::uuid[]) and status = 'active' and enabled`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The next people of a range who can sign in, by id, whom a condition means: for mails to many, some at a time. */
export async function peopleAfter(
  db: Db,
  range: Range,
  request: { after: string; limit: number; where: (id: RawBuilder<string>) => RawBuilder<boolean>; withoutMobile: boolean },
): Promise<Addressed[]> {
  const { rows } = await sql<Addressed>`select e.id, e.name, e.email, ${languageIn('e.locale')} as language from employee e
    where e.status = 'active' and ${employeeAmongRange(range, 'e.id')} and ${request.where(sql<string>`e.id`)}
      and ${request.after === '' ? sql`true` : sql`e.id > ${request.after}::uuid`} and ${request.withoutMobile ? sql`e.mobile is null` : sql`true`}
    order by e.id limit ${request.limit}`.execute(db);
  return rows;
}
