import type { CompiledQuery } from 'kysely';

/** What is known of a query, worked out the first time: the rules come to the same for many viewers. */
export async function once<T>(known: Map<string, T>, { sql, parameters }: CompiledQuery, work: () => Promise<T>): Promise<T> {
  const key = JSON.stringify([sql, parameters]);
  const value = known.get(key) ?? (await work());
  known.set(key, value);
  return value;
}
