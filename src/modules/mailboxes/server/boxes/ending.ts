import { sql, type RawBuilder } from 'kysely';

/** SQL condition: the row `t` is in force and ends within so many days. */
export const endsWithin = (days: number, now: number): RawBuilder<boolean> =>
  sql<boolean>`(t.expires_at > ${now} and t.expires_at <= ${now + days * 86_400_000})`;
