import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { readPage } from '#kit/server/read-page.ts';
import { InvalidInput, notFound, outOfRange, Refusal, stale, wrongState } from '#kit/server/refusal.ts';
import type { caseApprove, caseClose, caseGet, caseList, caseOpen, caseReadLog, CaseRow } from '../../common/case.contract.ts';
import { messageManage } from '../../common/permissions.ts';
import { groupFactsOf } from '../rule/group-facts.ts';
import { messagingSettings } from '../settings.ts';
import { assertGroups, assertPeople } from '../console/seen.ts';
import { caseColumns, type StoredCase } from './case.scope.ts';

const dayMillis = 86_400_000;
const longestDays = 366;

/** Asks to read: open at once where no second person is needed. */
export async function openCase(call: Call, input: Parsed<typeof caseOpen>): Promise<Reply<typeof caseOpen>> {
  const { caller, services } = call;
  const range = caller.scope();
  if (input.people.length === 0 && input.groupIds.length === 0) throw invalid('people', 'case.nobody');
  if (input.pairsOnly && input.people.length === 1 && input.groupIds.length === 0) throw invalid('people', 'case.onePerson');
  if (input.to <= input.from || input.to - input.from > longestDays * dayMillis) throw invalid('to', 'case.tooLong');
  if (input.people.includes(caller.uid)) throw new Refusal(16074);
  await assertPeople(call.db, range, input.people);
  await assertGroups(services, range, input.groupIds);
  await assertNotOwn(call.db, caller.uid, input.groupIds);
  const { caseApproval, caseMaxDays } = await messagingSettings.now(services);
  const needsApproval = caseApproval === 'always' || (caseApproval === 'single' && input.people.length > 0);
  const now = services.now();
  const days = Math.min(input.days, caseMaxDays);
  return call.write(async (tx) => {
    const { rows } = await sql<{ n: number }>`select nextval('im_case_number')::int as n`.execute(tx);
    const number = `C${new Date(now).getUTCFullYear()}-${String(rows[0]!.n).padStart(4, '0')}`;
    const id = newId();
    await sql`insert into im_case (id, version, created_at, created_by, updated_at, updated_by, number, kind, reason, people, pairs_only, group_ids,
        from_at, to_at, days, state, needs_approval, requested_by, opens_at, ends_at)
      values (${id}::uuid, 1, ${now}, ${caller.uid}, ${now}, ${caller.uid}, ${number}, ${input.kind}, ${input.reason}, ${input.people}::uuid[],
        ${input.pairsOnly}, ${input.groupIds}::uuid[], ${input.from}, ${input.to}, ${days}, ${needsApproval ? 'requested' : 'open'}, ${needsApproval},
        ${caller.uid}, ${needsApproval ? null : now}, ${needsApproval ? null : now + days * dayMillis})`.execute(tx);
    caller.touch({ kind: 'imCase', id, name: number });
    caller.note({ reason: input.reason, people: input.people.length, groups: input.groupIds.length });
    return { id, number, state: needsApproval ? ('requested' as const) : ('open' as const) };
  });
}

/** Nobody reads a group of their own through a case, nor decides on one about it (16074). */
export async function assertNotOwn(db: Call['db'], uid: string, groupIds: readonly string[]): Promise<void> {
  const { rows } = await sql`select from im_member m join im_conversation c on c.id = m.conversation_id
    where c.group_id = any(${[...groupIds]}::uuid[]) and m.employee_id::text = ${uid} limit 1`.execute(db);
  if (rows.length > 0) throw new Refusal(16074);
}

const invalid = (path: string, key: string): InvalidInput => new InvalidInput([{ path, namespace: 'messaging', key }]);

/** A case, locked, at the version that was seen. */
export async function lockedCase(tx: Call['db'], call: Call, request: { id: string; version: number }): Promise<StoredCase> {
  const { rows } =
    await sql<StoredCase>`select ${caseColumns(call.services.now())} from im_case k where k.id = ${request.id}::uuid for update`.execute(
      tx,
    );
  const [found] = rows;
  if (!found) throw notFound();
  if (found.version !== request.version) throw stale({ version: found.version });
  return found;
}

/** Lets somebody read, or not: never who asked. */
export async function decideCase(call: Call, input: Parsed<typeof caseApprove>, agreed: boolean): Promise<{ count: number }> {
  const { caller, services } = call;
  const range = caller.scope();
  return call.write(async (tx) => {
    const found = await lockedCase(tx, call, input);
    if (found.requestedBy === caller.uid) throw new Refusal(16073);
    if (found.state !== 'requested') throw wrongState(found.state);
    // Who decides must see whom it is about.
    await assertPeople(tx, range, found.people);
    await assertGroups(services, range, found.groupIds);
    if (found.people.includes(caller.uid)) throw new Refusal(16074);
    await assertNotOwn(tx, caller.uid, found.groupIds);
    const now = services.now();
    await sql`update im_case set version = version + 1, state = ${agreed ? 'open' : 'rejected'}, decided_by = ${caller.uid}, decided_at = ${now},
      opens_at = ${agreed ? now : null}, ends_at = ${agreed ? now + found.days * dayMillis : null}, note = ${input.note}, updated_at = ${now},
      updated_by = ${caller.uid} where id = ${input.id}::uuid`.execute(tx);
    caller.touch({ kind: 'imCase', id: found.id, name: found.number });
    return { count: 1 };
  });
}

/** Ends a case: by who asked for it, or by who decides. */
export async function closeCase(call: Call, input: Parsed<typeof caseClose>): Promise<{ count: number }> {
  const { caller, services } = call;
  const range = caller.scope();
  return call.write(async (tx) => {
    const found = await lockedCase(tx, call, input);
    if (found.requestedBy !== caller.uid) {
      if (!caller.can(messageManage.button.approveCase)) throw notFound();
      await assertPeople(tx, range, found.people);
      await assertGroups(services, range, found.groupIds);
    }
    if (found.state !== 'requested' && found.state !== 'open') throw wrongState(found.state);
    await sql`update im_case set version = version + 1, state = 'closed', ends_at = ${services.now()}, updated_at = ${services.now()},
      updated_by = ${caller.uid} where id = ${input.id}::uuid`.execute(tx);
    caller.touch({ kind: 'imCase', id: found.id, name: found.number });
    return { count: 1 };
  });
}

/** Cases of the caller; who decides also sees those of others. */
export async function listCases(call: Call, input: Parsed<typeof caseList>): Promise<Reply<typeof caseList>> {
  const { caller, services, db } = call;
  const range = caller.scope();
  const decides = caller.can(messageManage.button.approveCase);
  const now = services.now();
  const state = sql`(case when k.state = 'open' and k.ends_at <= ${now} then 'expired' else k.state end)`;
  const where = [
    // Who sees a part sees cases of others in no list: whom they are about may lie outside.
    decides && range.all && input.mine !== true ? sql<boolean>`true` : sql<boolean>`k.requested_by = ${caller.uid}`,
    ...(input.state ? [sql<boolean>`${state} = ${input.state}`] : []),
  ];
  const source = { columns: caseColumns(now), from: sql`im_case k`, where, order: sql`k.created_at desc, k.id` };
  const { list, ...counted } = await readPage<StoredCase>(db, source, input);
  return { list: await shownCases(call, list), ...counted };
}

/** One case: one's own, or one on which the caller decides and sees everything. */
export async function getCase(call: Call, { id }: Parsed<typeof caseGet>): Promise<Reply<typeof caseGet>> {
  const { caller, services, db } = call;
  const range = caller.scope();
  const { rows } = await sql<StoredCase>`select ${caseColumns(services.now())} from im_case k where k.id = ${id}::uuid`.execute(db);
  const [found] = rows;
  const decides = caller.can(messageManage.button.approveCase) && range.all;
  if (!found || (found.requestedBy !== caller.uid && !decides)) throw range.all ? notFound() : outOfRange();
  const { rows: read } = await sql<{
    n: number;
  }>`select count(*)::int as n from read_log where area = 'message' and query ->> 'caseId' = ${id}`.execute(db);
  const [shown] = await shownCases(call, [found]);
  return { ...shown!, readings: read[0]!.n };
}

async function shownCases(call: Call, cases: readonly StoredCase[]): Promise<CaseRow[]> {
  const { caller, services, db } = call;
  const people = await services.directory.people(
    db,
    cases.flatMap((one) => one.people),
    caller.language,
    caller.scope(),
  );
  const groups = await groupFactsOf(services)
    .now()
    .names(
      db,
      cases.flatMap(({ groupIds }) => groupIds),
    );
  const names = await namesOf(
    call,
    cases.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy]),
  );
  return cases.map(({ fromAt, toAt, groupIds, createdAt, decidedAt: _at, ...one }) => ({
    ...one,
    people: one.people.map((id) => ({ id, name: people.get(id)?.name ?? '' })),
    groups: groupIds.map((id) => ({ id, name: groups.get(id) ?? '' })),
    from: fromAt,
    to: toAt,
    mine: one.requestedBy === caller.uid,
    requestedBy: names(one.requestedBy),
    requestedAt: createdAt,
    decidedBy: one.decidedBy === null ? null : names(one.decidedBy),
  }));
}

interface Reading {
  id: string;
  at: number;
  name: string;
  account: string;
  rows: number;
  query: Record<string, unknown>;
  address: string;
  reason: string | null;
}

/** Every reading of messages, from the sealed log. */
export async function listReadings(call: Call, input: Parsed<typeof caseReadLog>): Promise<Reply<typeof caseReadLog>> {
  const where = [
    sql<boolean>`area = 'message'`,
    ...(input.caseId ? [sql<boolean>`query ->> 'caseId' = ${input.caseId}`] : []),
    ...(input.text
      ? [
          sql<boolean>`(name || ' ' || account || ' ' || coalesce(query ->> 'case', '')) ilike ${`%${input.text.replaceAll(/[\\%_]/g, '\\$&')}%`}`,
        ]
      : []),
  ];
  const columns = sql`id, at, name, account, rows_seen as rows, query, address, reason`;
  const { list, ...counted } = await readPage<Reading>(call.db, { columns, from: sql`read_log`, where, order: sql`at desc, id` }, input);
  const words = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
  return {
    list: list.map(({ query, reason, ...row }) => ({
      ...row,
      caseNumber: typeof query['case'] === 'string' ? query['case'] : '',
      words: words(query['words']),
      reason: reason ?? '',
    })),
    ...counted,
  };
}
