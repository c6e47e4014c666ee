import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { personFacts, siteZone } from '#modules/people/server/public.ts';

/** Clock, language and department of somebody. */
export interface PersonPlace {
  readonly zone: string;
  readonly language: Language;
  readonly departmentId: string | null;
}

/** Reads where somebody is: their own time zone, else the site's. */
export async function personPlace(db: Db, employeeId: string): Promise<PersonPlace> {
  const { rows } = await sql<{
    zone: string | null;
    language: Language;
    departmentId: string | null;
  }>`select who."timeZone" as zone, who.language,
      who."departmentId" from (${personFacts()}) as who where who.id = ${employeeId}::uuid`.execute(db);
  const [found] = rows;
  return { zone: found?.zone ?? siteZone(), language: found?.language ?? 'zh_CN', departmentId: found?.departmentId ?? null };
}
