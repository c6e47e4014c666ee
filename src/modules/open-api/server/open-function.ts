import { sql, type RawBuilder } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import type { openRisks } from '../common/open-api.contract.ts';

/** For whom a grant holds; null: everybody. */
export type GrantRange = { readonly departmentIds: readonly string[]; readonly crowdIds: readonly string[] } | null;

/** What a function answers: 0 with data, or a code with what fills its sentence. */
export interface OpenAnswer {
  readonly code: number;
  readonly data: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Who calls, and whether nothing is to be done. */
export interface OpenBy {
  /** Null: tried in the console without a system. */
  readonly systemId: string | null;
  readonly tried: boolean;
}

/** What is entered. */
export type OpenInput = Readonly<Record<string, unknown>>;

/** A function of the product as it is offered. */
export interface OpenFunction {
  /** What its calls are counted under, for ever. */
  readonly interfaceId: string;
  readonly risk: (typeof openRisks)[number];
  readonly ranged: boolean;
  readonly input: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
  run(services: Services, range: GrantRange, input: OpenInput, by: OpenBy): Promise<OpenAnswer>;
}

/** The condition that somebody lies in the range of a grant; `column` holds the employee's id. */
export function inGrant({ directory }: Pick<Services, 'directory'>, range: GrantRange, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (range === null) return sql<boolean>`true`;
  return sql<boolean>`(${column} in (${directory.employeesUnder(range.departmentIds)}) or ${column} in (${directory.employeesOfCrowds(range.crowdIds)}))`;
}

/** Returns, of these employees, those who are active and lie in the range of a grant. */
export async function activeIn(services: Services, range: GrantRange, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (${services.directory.activeEmployees()}) as active
    where id = any(${[...new Set(ids)]}::uuid[]) and ${inGrant(services, range, sql`active.id`)}`.execute(services.database.db);
  return rows.map(({ id }) => id);
}

/** An input that does not fit, with where. */
export const invalid = (path: string): OpenAnswer => ({ code: 14309, data: { issues: [{ path }] } });
/** A text; empty where there is none. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Whether it is an id. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
/** A list of ids; absent is empty, anything else undefined. */
export function idsIn(value: unknown, most: number): string[] | undefined {
  if (value === undefined) return [];
  return Array.isArray(value) && value.length <= most && value.every(isId) ? [...new Set(value)] : undefined;
}
