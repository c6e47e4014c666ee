import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import type * as contract from '../../../common/item/item.contract.ts';
import type { AnswerState, ItemMode, ItemState } from '../../../common/item/words.ts';
import { systemInReach } from '../../template/reach.ts';
import type { ItemLine } from '../item.table.ts';

/** What readings of the console need. */
export type Means = Pick<Call, 'db' | 'caller' | 'services'>;

interface Stored {
  id: string;
  line: ItemLine;
  systemId: string;
  systemName: LocalDraft;
  templateName: LocalDraft;
  templateVersion: number;
  outId: string;
  done: number;
  people: number;
  state: ItemState;
  mode: ItemMode;
  priority: number;
  dueAt: number | null;
  pushedAt: number;
  closedAt: number | null;
  actedBy: string | null;
  action: string | null;
  answerState: AnswerState | null;
}

const columns = sql`i.id, i.line, i.system_id as "systemId", s.name as "systemName", t.name as "templateName", v.number as "templateVersion",
  i.out_id as "outId", (select count(*)::int from todo_person p where p.item_id = i.id and p.state = 'done') as done,
  (select count(*)::int from todo_person p where p.item_id = i.id and p.state <> 'handedOver') as people, i.state, i.mode, i.priority,
  i.due_at as "dueAt", i.pushed_at as "pushedAt", i.closed_at as "closedAt", last.employee_id as "actedBy", last.action, last.state as "answerState"`;
const source = sql`todo_item i join todo_system s on s.id = i.system_id join todo_template t on t.id = i.template_id
  join todo_version v on v.id = i.version_id
  left join lateral (select a.employee_id, a.action, a.state from todo_answer a where a.item_id = i.id order by a.at desc, a.id desc limit 1) last on true`;

/** Conditions of a filter, within what the caller sees. */
function whereOf({ caller, services }: Means, filter: contract.ItemFilter): RawBuilder<boolean>[] {
  const range = caller.scope();
  const where: RawBuilder<boolean>[] = [systemInReach(range, 'i.system_id')];
  const { text, systemId, templateId, templateVersion, state, personId, departmentId, dueFrom, dueTo, overdue, priority, outId } = filter;
  const hasPart = (condition: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql<boolean>`exists (select from todo_person p where p.item_id = i.id and ${condition} and ${services.directory.employeeInRange(range, 'p.employee_id')})`;
  if (text) where.push(sql<boolean>`i.line::text ilike ${containing(text)}`);
  if (systemId !== undefined) where.push(sql<boolean>`i.system_id = ${systemId}::uuid`);
  if (templateId !== undefined) where.push(sql<boolean>`i.template_id = ${templateId}::uuid`);
  if (templateVersion !== undefined) where.push(sql<boolean>`v.number = ${templateVersion}`);
  if (state !== undefined) where.push(sql<boolean>`i.state = ${state}`);
  if (personId !== undefined) where.push(hasPart(sql`p.employee_id = ${personId}::uuid`));
  if (departmentId !== undefined)
    where.push(hasPart(sql`p.employee_id in (select id from (${services.directory.employeesUnder([departmentId])}) as under)`));
  if (dueFrom !== undefined) where.push(sql<boolean>`i.due_at >= ${dueFrom}::bigint`);
  if (dueTo !== undefined) where.push(sql<boolean>`i.due_at <= ${dueTo}::bigint`);
  if (overdue !== undefined)
    where.push(sql<boolean>`(i.state = 'open' and coalesce(i.due_at, ${services.now() + 1}) < ${services.now()}) = ${overdue}`);
  if (priority !== undefined) where.push(sql<boolean>`i.priority = ${priority}`);
  if (outId) where.push(sql<boolean>`i.out_id ilike ${containing(outId)}`);
  if (filter.pushedFrom !== undefined) where.push(sql<boolean>`i.pushed_at >= ${filter.pushedFrom}::bigint`);
  if (filter.pushedTo !== undefined) where.push(sql<boolean>`i.pushed_at <= ${filter.pushedTo}::bigint`);
  return where;
}

/** Rows as they are shown: who lies outside the range of the caller is not named. */
async function shown({ db, caller, services }: Means, rows: readonly Stored[]): Promise<contract.ItemRow[]> {
  const ids = [...new Set(rows.flatMap(({ actedBy }) => actedBy ?? []))];
  const people = await services.directory.people(db, ids, caller.language, caller.scope());
  const now = services.now();
  return rows.map(({ line, systemName, templateName, actedBy, action, ...row }) => ({
    ...row,
    title: pick(line.title, caller.language),
    systemName: pick(systemName, caller.language),
    templateName: pick(templateName, caller.language),
    dueAt: row.dueAt === null ? null : Number(row.dueAt),
    pushedAt: Number(row.pushedAt),
    closedAt: row.closedAt === null ? null : Number(row.closedAt),
    overdue: row.state === 'open' && row.dueAt !== null && Number(row.dueAt) < now,
    actedBy: people.get(actedBy ?? '')?.name ?? '',
    action: action ?? '',
  }));
}

/** A page of items. */
export async function listItems(
  means: Means,
  { pageNum, pageSize, sort = '-pushedAt', ...filter }: Parsed<typeof contract.itemList>,
): Promise<Reply<typeof contract.itemList>> {
  const order = orderOf(sort, { pushedAt: sql`i.pushed_at`, dueAt: sql`i.due_at` }, sql`i.id`);
  const page = { columns, from: source, where: whereOf(means, filter), order };
  const { list, ...counted } = await readPage<Stored>(means.db, page, { pageNum, pageSize });
  return { list: await shown(means, list), ...counted };
}

/** All items that a filter finds, in pieces, for files. */
export async function* everyItem(means: Means, filter: contract.ItemFilter, ids?: readonly string[]): AsyncGenerator<contract.ItemRow[]> {
  const size = 500;
  const where = [...whereOf(means, filter), ...(ids ? [sql<boolean>`i.id = any(${ids}::uuid[])`] : [])];
  let after: string | undefined;
  for (;;) {
    const place = after === undefined ? [] : [sql<boolean>`i.id > ${after}::uuid`];
    const { rows } = await sql<Stored>`select ${columns} from ${source} where ${sql.join([...where, ...place], sql` and `)}
      order by i.id limit ${size}`.execute(means.db);
    if (rows.length > 0) yield await shown(means, rows);
    if (rows.length < size) return;
    after = rows.at(-1)!.id;
  }
}

/** One item, with its people and answers. */
export async function getItem(means: Means, { id }: Parsed<typeof contract.itemGet>): Promise<Reply<typeof contract.itemGet>> {
  const { db, caller, services } = means;
  const range = caller.scope();
  const { rows } = await sql<
    Stored & {
      stage: string;
      revision: number;
      sender: string;
      url: string;
      groupKey: string;
      closedBy: string | null;
      closeReason: string;
    }
  >`select ${columns}, i.stage, i.revision, i.sender, i.url, i.group_key as "groupKey", i.closed_by as "closedBy", i.close_reason as "closeReason"
    from ${source} where i.id = ${id}::uuid and ${systemInReach(range, 'i.system_id')}`.execute(db);
  const [row] = rows;
  if (!row) throw range.all ? notFound() : outOfRange();
  const { stage, revision, sender, url, groupKey, closedBy, closeReason, ...stored } = row;
  const { rows: parts } = await sql<{
    employeeId: string;
    state: contract.ItemPart['state'];
    at: number;
    seenAt: number | null;
    doneAt: number | null;
    fromId: string | null;
    toId: string | null;
    reason: string;
  }>`select employee_id as "employeeId", state, at, seen_at as "seenAt", done_at as "doneAt", from_id as "fromId", to_id as "toId", reason
    from todo_person where item_id = ${id}::uuid order by place, at, employee_id`.execute(db);
  const { rows: answers } = await sql<{
    id: string;
    employeeId: string;
    action: string;
    at: number;
    state: AnswerState;
    attempts: number;
    message: string;
    confirmedAt: number | null;
  }>`select id, employee_id as "employeeId", action, at, state, attempts, last_message as message, confirmed_at as "confirmedAt"
    from todo_answer where item_id = ${id}::uuid order by at, id`.execute(db);
  const ids = [...parts.flatMap((one) => [one.employeeId, one.fromId, one.toId]), ...answers.map((one) => one.employeeId), closedBy];
  const people = await services.directory.people(db, [...new Set(ids.filter((one) => one !== null))], caller.language, range);
  const name = (uid: string | null): string => people.get(uid ?? '')?.name ?? '';
  const moment = (at: number | null): number | null => (at === null ? null : Number(at));
  return {
    ...(await shown(means, [stored]))[0]!,
    summary: stored.line.summary.map((text) => pick(text, caller.language)),
    stage,
    revision,
    sender,
    url,
    groupKey,
    closedBy: name(closedBy),
    closeReason,
    parts: parts.map(({ fromId, toId, ...part }) => ({
      ...part,
      name: name(part.employeeId),
      departmentName: people.get(part.employeeId)?.departmentName ?? '',
      at: Number(part.at),
      seenAt: moment(part.seenAt),
      doneAt: moment(part.doneAt),
      fromName: name(fromId),
      toName: name(toId),
    })),
    answers: answers.map(({ employeeId, ...answer }) => ({
      ...answer,
      name: name(employeeId),
      at: Number(answer.at),
      confirmedAt: moment(answer.confirmedAt),
    })),
  };
}

/** Figures of the frame. */
export async function itemFigures({ db, caller, services }: Means): Promise<Reply<typeof contract.itemStatistics>> {
  const range = caller.scope();
  const { rows: items } = await sql<{ open: number; overdue: number }>`select count(*)::int as open,
      count(*) filter (where i.due_at < ${services.now()})::int as overdue
    from todo_item i where i.state = 'open' and ${systemInReach(range, 'i.system_id')}`.execute(db);
  const { rows: answers } = await sql<{ waiting: number; failed: number; failingSystems: number }>`select
      count(*) filter (where a.state in ('queued', 'sending', 'unknown'))::int as waiting, count(*) filter (where a.state = 'failed')::int as failed,
      count(distinct a.system_id) filter (where a.state = 'failed' or (a.state = 'unknown' and a.attempts > 1))::int as "failingSystems"
    from todo_answer a where a.state in ('queued', 'sending', 'unknown', 'failed') and ${systemInReach(range, 'a.system_id')}`.execute(db);
  return { open: 0, overdue: 0, waiting: 0, failed: 0, failingSystems: 0, ...items[0], ...answers[0] };
}

/** Systems in range with their templates, for filters and forms. */
export async function listSystems({ db, caller }: Means): Promise<Reply<typeof contract.itemSystems>> {
  const { rows } = await sql<{ id: string; name: LocalDraft; enabled: boolean; templates: { id: string; name: LocalDraft }[] }>`
    select s.id, s.name, s.enabled, coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.place, t.id)
      from todo_template t where t.system_id = s.id), '[]') as templates
    from todo_system s where ${systemInReach(caller.scope(), 's.id')} order by s.place, s.id limit 1000`.execute(db);
  return {
    list: rows.map(({ name, templates, ...row }) => ({
      ...row,
      name: pick(name, caller.language),
      templates: templates.map((one) => ({ id: one.id, name: pick(one.name, caller.language) })),
    })),
  };
}
