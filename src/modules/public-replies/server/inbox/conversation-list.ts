import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { directory, foundByName } from '#modules/people/server/public.ts';
import { assertMay, unseen } from '#modules/public-accounts/server/public.ts';
import type {
  conversationGet,
  conversationList,
  ConversationFilter,
  ConversationRow,
  inboxColleagues,
} from '../../common/inbox/inbox.contract.ts';
import type { ConversationNote } from '../../common/inbox/words.ts';
import './inbox.table.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;
const hourMillis = 3_600_000;

interface Stored extends Omit<ConversationRow, 'name' | 'departmentName' | 'title' | 'assigneeName'> {
  readonly title: string;
}

const columns = sql`c.employee_id as "employeeId", coalesce(person.title, '') as title, c.state, c.assignee_id as "assigneeId", c.starred,
  c.waiting_since as "waitingSince", c.last_at as "lastAt", c.last_kind as "lastKind", c.last_text as "lastText",
  c.last_direction as "lastDirection", jsonb_array_length(c.notes) as notes`;
const source = sql`user_conversation as c join employee as person on person.id = c.employee_id`;

function whereOf({ caller, services }: Means, snoId: string, filter: ConversationFilter): RawBuilder<boolean>[] {
  const { state, mine, starred, kind, from, to, text, departmentId, waitingHours } = filter;
  const where: RawBuilder<boolean>[] = [sql`c.sno_id = ${snoId}::uuid`];
  const holds = (condition: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (select from user_message as m
    where m.sno_id = c.sno_id and m.employee_id = c.employee_id and ${condition})`;
  if (state !== undefined) where.push(sql`c.state = ${state}`);
  if (mine !== undefined) where.push(sql`(coalesce(c.assignee_id::text, '') = ${caller.uid}) = ${mine}`);
  if (starred !== undefined) where.push(sql`c.starred = ${starred}`);
  if (kind !== undefined) where.push(holds(sql`m.direction = 'in' and m.kind = ${kind}`));
  if (from !== undefined) where.push(sql`c.last_at >= ${from}::bigint`);
  if (to !== undefined) where.push(sql`c.last_at <= ${to}::bigint`);
  if (text) where.push(sql`(${foundByName(text, 'person')} or ${holds(sql`m.body ->> 'text' ilike ${containing(text)}`)})`);
  if (departmentId !== undefined) where.push(sql`c.employee_id in (select id from (${directory.employeesUnder([departmentId])}) as under)`);
  if (waitingHours !== undefined) where.push(sql`c.waiting_since < ${services.now() - waitingHours * hourMillis}::bigint`);
  return where;
}

const sorts = { lastAt: sql`c.last_at`, waitingSince: sql`c.waiting_since` };

/** Conversations of an account. */
export async function listConversations(
  means: Means,
  { snoId, pageNum, pageSize, sort = '-lastAt', ...filter }: Parsed<typeof conversationList>,
): Promise<Reply<typeof conversationList>> {
  await assertMay(means.db, means.caller, snoId, 'reply');
  const order = orderOf(sort, sorts, sql`c.employee_id`);
  const page = { columns, from: source, where: whereOf(means, snoId, filter), order };
  const { list, ...counted } = await readPage<Stored>(means.db, page, { pageNum, pageSize });
  return { list: await withNames(means, list), ...counted };
}

/** Conversations with the names of who writes and who answers: whoever sees the account reads them. */
async function withNames<R extends Pick<Stored, 'employeeId' | 'assigneeId' | 'waitingSince' | 'lastAt'>>(
  { db, services, caller }: Means,
  rows: readonly R[],
) {
  const ids = rows.flatMap(({ employeeId, assigneeId }) => [employeeId, ...(assigneeId === null ? [] : [assigneeId])]);
  const people = await services.directory.people(db, [...new Set(ids)], caller.language);
  return rows.map((row) => ({
    ...row,
    waitingSince: row.waitingSince === null ? null : Number(row.waitingSince),
    lastAt: Number(row.lastAt),
    name: people.get(row.employeeId)?.name ?? '',
    departmentName: people.get(row.employeeId)?.departmentName ?? '',
    assigneeName: people.get(row.assigneeId ?? '')?.name ?? '',
  }));
}

/** One conversation with its notes. */
export async function getConversation(
  means: Means,
  { snoId, employeeId }: Parsed<typeof conversationGet>,
): Promise<Reply<typeof conversationGet>> {
  const { db, caller } = means;
  await assertMay(db, caller, snoId, 'reply');
  const { rows } = await sql<Omit<Stored, 'notes'> & { all: ConversationNote[]; blocked: boolean }>`select ${columns}, c.notes as all,
      exists (select from sno_fan as fan where fan.sno_id = c.sno_id and fan.employee_id = c.employee_id and fan.state = 'blocked') as blocked
    from ${source} where c.sno_id = ${snoId}::uuid and c.employee_id = ${employeeId}::uuid`.execute(db);
  const [found] = await withNames(means, rows);
  if (!found) throw unseen(caller);
  const { all, ...row } = found;
  return { ...row, notes: all.map(({ id, text, at, byName }) => ({ id, text, at, byName })) };
}

/** SQL condition on `works` (sno_member): it may answer what fans write. */
const mayReply = sql<boolean>`(works.role = 'manager' or works.rights ? 'reply')`;

/** Ids of the active people who may answer for an account. */
export async function colleaguesOf(db: Means['db'], snoId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select works.employee_id as id from sno_member as works
    join (${directory.activeEmployees()}) as active on active.id = works.employee_id
    where works.sno_id = ${snoId}::uuid and ${mayReply} order by works.role desc, works.created_at, works.employee_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who may answer for an account, by name. */
export async function listColleagues(
  { db, caller, services }: Means,
  { snoId }: Parsed<typeof inboxColleagues>,
): Promise<Reply<typeof inboxColleagues>> {
  await assertMay(db, caller, snoId, 'reply');
  const ids = await colleaguesOf(db, snoId);
  const people = await services.directory.people(db, ids, caller.language);
  return {
    list: ids.map((id) => ({ id, name: people.get(id)?.name ?? '', departmentName: people.get(id)?.departmentName ?? '' })),
  };
}

/** All conversations that a filter finds, in pieces, for files. */
export async function* everyConversation(means: Means, snoId: string, filter: ConversationFilter): AsyncGenerator<ConversationRow[]> {
  const pageSize = 500;
  for (let pageNum = 1; ; pageNum += 1) {
    const { list } = await listConversations(means, { snoId, ...filter, pageNum, pageSize, sort: 'lastAt' });
    yield list;
    if (list.length < pageSize) return;
  }
}
