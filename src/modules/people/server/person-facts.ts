import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { languageIn } from './people-after.ts';
import './employee/employee.table.ts';

/** A person as far as writing to them goes. */
export interface PersonFacts {
  readonly id: string;
  /** Their own, else the company's. */
  readonly language: Language;
  /** Their own; null where none is set. */
  readonly timeZone: string | null;
  readonly departmentId: string;
}

/** SQL subquery of the languages, time zones and primary departments of all people, to be joined by `id`. */
export const personFacts = (): RawBuilder<PersonFacts> =>
  sql<PersonFacts>`select id, ${languageIn('locale')} as language, time_zone as "timeZone", primary_department_id as "departmentId" from employee`;
