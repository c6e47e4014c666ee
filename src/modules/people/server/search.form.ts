import { sql, type RawBuilder } from 'kysely';
import { literal } from '#kit/server/read-page.ts';

/** How a condition gives the database its values. */
export interface Form {
  /** A column begins with a text. */
  begins(column: string, text: string): RawBuilder<boolean>;
  /** A value of a type of the database. */
  value(value: unknown, type: string): RawBuilder<unknown>;
}

/** In place: the database makes a plan for these very values. */
export const inPlace: Form = {
  begins: (column, text) => sql<boolean>`${sql.ref(column)} like ${`${literal(text)}%`}`,
  value: (value, type) => sql`${value}::${sql.raw(type)}`,
};

/** Above every character, where texts are compared by their bytes, as the searched columns are (`collate "C"`). */
const lastCharacter = '\u{10ffff}';

/** For a statement whose plan is kept and fits any value (see preparedMark): a `like` would find no index there, a span does. */
export const forAny: Form = {
  begins: (column, text) =>
    sql<boolean>`(${sql.ref(column)} >= ${forAny.value(text, 'text')} and ${sql.ref(column)} < ${forAny.value(`${text}${lastCharacter}`, 'text')})`,
  // The cast outside makes it a value: behind `any` it would else be read as rows to compare with.
  value: (value, type) => sql`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`,
};
