import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { AwayRule, DigestRule, KeywordRule } from '../../common/assistant/assistant.contract.ts';
import {
  assistantFunctions,
  functionNeeds,
  usualFunctions,
  type AssistantAction,
  type AssistantFunction,
} from '../../common/assistant/words.ts';
import { mrmFunctions } from '../role/mrm-functions.ts';

/** An assistant as it is stored. */
export interface StoredAssistant {
  readonly id: string;
  readonly employeeId: string;
  readonly name: string;
  readonly functions: readonly AssistantFunction[];
  readonly on: boolean;
  readonly enabled: boolean;
  readonly away: AwayRule | null;
  readonly digest: DigestRule;
  readonly keywordReplies: readonly KeywordRule[];
}

/** The digest of a new assistant. */
export const usualDigest: DigestRule = { time: '09:00', days: [1, 2, 3, 4, 5], parts: ['todos', 'unread'] };

const columns = sql`id, employee_id as "employeeId", name, functions, is_on as "on", enabled, away, digest, keyword_replies as "keywordReplies"`;

/** The assistant of an employee, where there is one. */
export async function assistantOf(db: Db, employeeId: string): Promise<StoredAssistant | undefined> {
  const { rows } = await sql<StoredAssistant>`select ${columns} from assistant where employee_id = ${employeeId}::uuid`.execute(db);
  return rows[0];
}

/** The assistant of an employee, made where there is none; it counts as used now. */
export async function usedAssistant(
  db: Db,
  services: Pick<Services, 'now' | 'texts'>,
  employeeId: string,
  name: string,
): Promise<StoredAssistant> {
  const now = services.now();
  const { rows } =
    await sql<StoredAssistant>`insert into assistant (id, version, created_at, created_by, updated_at, updated_by, employee_id, name,
      functions, digest, last_used_at)
    values (${newId()}, 1, ${now}, ${employeeId}, ${now}, ${employeeId}, ${employeeId}, ${name}, ${JSON.stringify(usualFunctions)}::jsonb,
      ${JSON.stringify(usualDigest)}::jsonb, ${now})
    on conflict (employee_id) do update set last_used_at = ${now} returning ${columns}`.execute(db);
  return rows[0]!;
}

/** The functions of an assistant that the roles of its employee allow; none without `assistant.use`. */
export async function allowedFunctions(services: Pick<Services, 'database'>, employeeId: string): Promise<ReadonlySet<AssistantFunction>> {
  const { functions } = await mrmFunctions(services, employeeId);
  if (!functions.has('assistant.use')) return new Set();
  return new Set(
    assistantFunctions.filter((one) => {
      const needed = functionNeeds[one];
      return needed === undefined || functions.has(needed);
    }),
  );
}

/** Whether an assistant does something now: enabled, on, with the function. What its employee's roles allow is asked apart. */
export const does = ({ enabled, on, functions }: Pick<StoredAssistant, 'enabled' | 'on' | 'functions'>, one: AssistantFunction): boolean =>
  enabled && on && functions.includes(one);

/** Counts that an assistant acted. */
export async function countAction(db: Db, employeeId: string, day: string, action: AssistantAction): Promise<void> {
  await sql`insert into assistant_action as a (employee_id, day, action, n) values (${employeeId}::uuid, ${day}, ${action}, 1)
    on conflict (employee_id, day, action) do update set n = a.n + 1`.execute(db);
}
