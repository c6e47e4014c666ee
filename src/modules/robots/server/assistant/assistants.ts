import { sql, type RawBuilder } from 'kysely';
import { pick } from '#kit/common/language.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db } from '#kit/server/directory.ts';
import { foundByText, siteZone } from '#modules/people/server/public.ts';
import { assistant } from '../../common/assistant/assistant.contract.ts';
import { assistantActions, type AssistantAction } from '../../common/assistant/words.ts';
import { directory } from '../directory.ts';
import { dayIn } from './times.ts';

const dayMillis = 86_400_000;
const countedDays = 30;

/** The first of the days that are counted. */
const countedFrom = (now: number): string => dayIn(now - countedDays * dayMillis, siteZone());

/** SQL condition: the employee in this column is in a department or below it. */
export const isUnder = (column: string, departmentId: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (select id from (${directory.employeesUnder([departmentId])}) as under)`;

/** Personal assistants as administrators see them: what is on, and how often it acted; never what somebody wrote. */
export const assistants = crudServer(assistant, {
  table: 'assistant',
  directory,
  where: ({ services }, { text, departmentId, companyDeptId, function: one, unusedDays }) => [
    ...(text ? [sql<boolean>`exists (select from employee e where e.id = t.employee_id and ${foundByText(text)})`] : []),
    ...[departmentId, companyDeptId].flatMap((id) => (id === undefined ? [] : [isUnder('t.employee_id', id)])),
    ...(one === undefined ? [] : [sql<boolean>`t.functions ? ${one}`]),
    ...(unusedDays === undefined
      ? []
      : [sql<boolean>`coalesce(t.last_used_at, t.created_at) < ${services.now() - unusedDays * dayMillis}`]),
  ],
  rows: async ({ db, caller }, objects) => {
    const ids = objects.map(({ employeeId }) => employeeId);
    const people = await directory.people(db, ids, caller.language, caller.scope());
    const { rows } = await sql<{ id: string; reminders: number; rules: number }>`select a.employee_id as id,
        jsonb_array_length(a.keyword_replies) as rules,
        (select count(*)::int from assistant_reminder r where r.employee_id = a.employee_id and r.next_at is not null) as reminders
      from assistant a where a.employee_id = any(${ids}::uuid[])`.execute(db);
    const counts = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => ({
      departmentName: people.get(id)?.departmentName ?? '',
      reminders: counts.get(id)?.reminders ?? 0,
      rules: counts.get(id)?.rules ?? 0,
    }));
  },
  detail: async ({ db, caller, services }, { employeeId, away }) => {
    const substitute = away?.substituteId ?? null;
    const people = substitute === null ? undefined : await directory.people(db, [substitute], caller.language, caller.scope());
    return {
      actions: await actionsOf(db, sql`a.employee_id = ${employeeId}::uuid`, services.now()),
      substituteName: substitute === null ? null : (people?.get(substitute)?.name ?? null),
    };
  },
  written: async (tx, _caller, operations) => {
    const gone = operations.filter(({ action }) => action === 'delete').map(({ before }) => before?.employeeId);
    const ids = gone.filter((id): id is string => typeof id === 'string');
    if (ids.length > 0) await forgetOf(tx, ids);
  },
});

/** Removes what assistants hold beside their rows: reminders, and to whom they answered. */
export async function forgetOf(tx: Db, employeeIds: readonly string[]): Promise<void> {
  const ids = [...employeeIds];
  await sql`delete from assistant_reminder where employee_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from assistant_answered where employee_id = any(${ids}::uuid[])`.execute(tx);
}

/** How often assistants acted within thirty days, of each kind of action. */
export async function actionsOf(db: Db, where: RawBuilder<unknown>, now: number): Promise<{ action: AssistantAction; n: number }[]> {
  const { rows } = await sql<{ action: AssistantAction; n: number }>`select a.action, sum(a.n)::int as n from assistant_action a
    where ${where} and a.day > ${countedFrom(now)} group by a.action`.execute(db);
  const counts = new Map(rows.map(({ action, n }) => [action, n]));
  return assistantActions.map((action) => ({ action, n: counts.get(action) ?? 0 }));
}

/** The name of a new assistant, in the language of its person. */
export const usualName = (language: Parameters<typeof pick>[1]): string =>
  pick({ zh_CN: '我的助手', en_US: 'My assistant', ja_JP: 'マイアシスタント' }, language);
