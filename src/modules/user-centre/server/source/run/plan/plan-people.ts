import { sql } from 'kysely';
import type { Fields, Operation, OperationIssue, State } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { assignmentsOf } from '../../../employee.columns.ts';
import { employeeKind } from '../../../employee.kind.ts';
import { uniqueKeys } from '../../../employee.taken.ts';
import { withoutNew } from '../../../people.kind.ts';
import { resolveNamed } from '../../../extra/extra.import.ts';
import { namedRows } from '../../mapping/extra-targets.ts';
import type { Mapped } from '../../mapping/map-record.ts';
import { runEmployeeKind } from '../run-kinds.ts';
import { KeyTable } from './key-table.ts';
import { settleManagers, type Deferred } from './managers.ts';
import { matchPeople, type Match } from './match-people.ts';
import { operationOf } from './operations.ts';
import { measure } from './measure.ts';
import { personItem, type Known } from './person-item.ts';
import { emptyItem, keepMany, refreshLinks, replacedKey, type PlanContext } from './plan-context.ts';
import { refusedItem, reasonOf, type PlanItem } from './plan-item.ts';
import { changedPeople, repeatedIds, stagedPeople, type StagedRowData } from './staged.ts';

const pageSize = 2000;
type KeyName = keyof typeof uniqueKeys;

/** What the pages of a plan share. */
interface Shared {
  seats: number | null;
  repeated: ReadonlySet<string>;
  keys: Record<KeyName, KeyTable>;
  /** Two rows that want the same key: numbers of their lines, and the field. */
  clashes: { first: number; second: number; field: KeyName }[];
  matched: Set<string>;
  deferred: Deferred;
  /** Lines of the page before, which may not be written yet. */
  coming: readonly PlanItem[];
}

/** Plans the people that differ, a thousand at a time; answers the rows whose manager is to be looked at again once everybody is planned. */
export async function planPeople(plan: PlanContext): Promise<Deferred> {
  const { db, run, source, services, reading } = plan;
  const seqs = await changedPeople(db, run.id, source.id);
  plan.counts['unchanged'] = (plan.counts['unchanged'] ?? 0) + reading.people - seqs.length;
  const keys = { account: new KeyTable(), employeeNo: new KeyTable(), mobile: new KeyTable(), email: new KeyTable() };
  const shared: Shared = {
    seats: await services.licence.free(db, 'employees'),
    repeated: seqs.length > 0 ? await repeatedIds(db, run.id) : new Set(),
    keys,
    clashes: [],
    matched: new Set(),
    deferred: [],
    coming: [],
  };
  let writing: Promise<void> = Promise.resolve();
  const pageAt = async (at: number): Promise<Page> => {
    const rows = await stagedPeople(db, run.id, seqs.slice(at, at + pageSize));
    return { rows, mapped: rows.map(({ raw }) => plan.mapper.map('employee', raw)) };
  };
  let next: Promise<Page> | undefined;
  for (let at = 0; at < seqs.length; at += pageSize) {
    await plan.step();
    // While the lines of a page are written the next one is planned, and the rows of the one after it are read and mapped.
    const page = await (next ?? pageAt(at));
    next = at + pageSize < seqs.length ? pageAt(at + pageSize) : undefined;
    // A failure is thrown where the page is waited for.
    next?.catch(() => undefined);
    const items = await db.transaction().execute((tx) => planPage(plan, tx, page, shared));
    await writing;
    writing = keepMany(plan, items);
    shared.coming = items;
    // A failure is thrown where it is waited for.
    writing.catch(() => undefined);
  }
  await writing;
  await db.transaction().execute((tx) => settleClashes(plan, tx, shared.clashes));
  return shared.deferred;
}

interface Page {
  rows: readonly StagedRowData[];
  mapped: readonly Mapped[];
}

/** Answers the lines of a page; the caller writes them. */
async function planPage(plan: PlanContext, tx: Tx, { rows, mapped }: Page, shared: Shared): Promise<PlanItem[]> {
  await sql`set local synchronous_commit = off`.execute(tx);
  const open = await nameExtras(plan, tx, mapped);
  const bad = rows.map((row, at) => badRow(row, mapped[at]!, shared));
  const known = await knownOf(plan, tx, rows, { mapped, bad, matched: shared.matched });
  const items = rows.map((row, at): PlanItem => {
    const reason = bad[at] ?? known[at]!.reason;
    const item = reason
      ? refusedItem({ ...emptyItem('employee', row.externalId, nameOf(row, mapped[at]!)), hash: null }, reason)
      : personItem(plan, row, mapped[at]!, known[at]!);
    return { ...item, seq: plan.base + row.seq, ...(item.action === 'add' && { objectId: newId() }), ...(open.has(at) && { hash: null }) };
  });
  await settleManagers(plan, tx, { rows, mapped, items, states: known.map(({ state }) => state) }, shared);
  const judged = await judge(plan, tx, items, shared);
  const same = judged.filter(({ action }) => action === 'unchanged');
  await refreshLinks(plan, tx, same);
  plan.counts['unchanged'] = (plan.counts['unchanged'] ?? 0) + same.length;
  await measure(
    plan,
    tx,
    judged,
    known.map(({ state }) => state),
  );
  return judged.filter(({ action }) => action !== 'unchanged');
}

/**
 * People and departments in extra fields are found by what the source calls them. Answers the rows that name somebody who is nobody yet:
 * they are compared anew in the next run.
 */
async function nameExtras(plan: PlanContext, tx: Tx, mapped: readonly Mapped[]): Promise<Set<number>> {
  const { columns, rows } = namedRows(mapped);
  if (columns.size > 0) await resolveNamed(tx, plan.caller, rows, columns);
  return new Set([...rows.entries()].flatMap(([at, { issues }]) => (issues.length > 0 ? [at] : [])));
}

const nameOf = (row: StagedRowData, { values }: Mapped): string =>
  String(values['name'] ?? values['account'] ?? row.externalId ?? `#${row.line ?? row.seq}`);

function badRow(row: StagedRowData, { issues, values }: Mapped, { repeated }: Shared): PlanItem['reason'] {
  if (row.fault !== null) return { code: 'fault', path: '', params: { fault: row.fault } };
  const [issue] = issues;
  if (issue) return { code: issue.key, path: issue.path, params: issue.params };
  const id = values['externalId'];
  return typeof id === 'string' && repeated.has(id) ? { code: 'repeatedId', path: 'externalId', params: { id } } : null;
}

interface LinkRow {
  externalId: string;
  objectId: string;
  state: 'linked' | 'missing' | 'merged';
  owned: Record<string, string>;
  hash: string | null;
  there: 'living' | 'deleted' | null;
}

type Person = Known & { reason: PlanItem['reason'] };

async function knownOf(
  plan: PlanContext,
  tx: Tx,
  rows: readonly StagedRowData[],
  { mapped, bad, matched }: { mapped: readonly Mapped[]; bad: readonly PlanItem['reason'][]; matched: Set<string> },
): Promise<Person[]> {
  const links = await linksOf(plan, tx, rows);
  const open = new Map<number, Fields>();
  for (const [at, row] of rows.entries()) if (!bad[at] && !links.has(row.externalId ?? '')) open.set(at, mapped[at]!.values);
  const matches = await matchPeople(tx, plan, open);
  const objectOf = (at: number): string | undefined => links.get(rows[at]!.externalId ?? '')?.objectId ?? idOf(matches.get(at));
  const ids = [...new Set(rows.flatMap((_, at) => (bad[at] ? [] : (objectOf(at) ?? []))))];
  const states = ids.length > 0 ? await employeeKind.read(tx, ids, false) : new Map<string, State>();
  const foreign = plan.rivals ? await foreignFields(plan, tx, ids) : new Map<string, Set<string>>();
  return rows.map((row, at): Person => {
    const link = links.get(row.externalId ?? '');
    const id = objectOf(at);
    const match = matches.get(at);
    const person = { state: states.get(id ?? ''), link, foreign: foreign.get(id ?? '') ?? new Set<string>(), reason: null };
    // Somebody with this id was read before, and was not staged because they are what they were.
    if (link && link.hash !== row.hash && plan.reading.known?.wasRead(link.hash))
      return { ...person, reason: { code: 'repeatedId', path: 'externalId', params: { id: row.externalId } } };
    if (link?.there === 'deleted') return { ...person, reason: { code: 'deletedHere', path: '' } };
    if (match && 'reason' in match) return { ...person, reason: match.reason };
    if (match && id !== undefined) {
      if (matched.has(id))
        return { ...person, reason: { code: 'linkedElsewhere', path: '', params: { name: person.state?.name ?? '', candidates: [id] } } };
      matched.add(id);
      // The record took the place of one that is gone: nobody is gone.
      if (match.former) plan.replaced.add(replacedKey('employee', match.former.externalId));
      return { ...person, link: match.former && { state: 'missing' as const, owned: match.former.owned } };
    }
    return person;
  });
}

const idOf = (match: Match | undefined): string | undefined => (match && 'id' in match ? match.id : undefined);

async function linksOf(plan: PlanContext, tx: Tx, rows: readonly StagedRowData[]): Promise<Map<string, LinkRow>> {
  const ids = rows.flatMap(({ externalId }) => externalId ?? []);
  const { rows: found } = await sql<LinkRow>`select l.external_id as "externalId", l.object_id as "objectId", l.state, l.owned, l.hash,
      case when e.id is null then null when e.status = 'deleted' then 'deleted' else 'living' end as there
    from source_link l left join employee e on e.id = l.object_id
    where l.source_id = ${plan.source.id}::uuid and l.object_kind = 'employee' and l.external_id = any(${ids}::text[])`.execute(tx);
  // Who was erased for good is somebody new.
  return new Map(found.filter(({ there }) => there !== null).map((link) => [link.externalId, link]));
}

/** Fields that sources with a lower number own. */
async function foreignFields(plan: PlanContext, tx: Tx, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ id: string; fields: string[] }>`select l.object_id as id, array_agg(distinct f) as fields
    from source_link l join source s on s.id = l.source_id, jsonb_object_keys(l.owned) as f
    where l.object_id = any(${ids}::uuid[]) and l.object_kind = 'employee' and l.state = 'linked' and s.enabled
      and s.id <> ${plan.source.id}::uuid and s.priority < ${plan.source.priority} group by l.object_id`.execute(tx);
  return new Map(rows.map(({ id, fields }) => [id, new Set(fields)]));
}

/** Lines against a rule of people do nothing and say why; seats go to who comes first. */
async function judge(plan: PlanContext, tx: Tx, items: PlanItem[], shared: Shared): Promise<PlanItem[]> {
  const found = new Map<number, OperationIssue[]>();
  const indexes: number[] = [];
  const operations: Operation[] = [];
  for (const [at, item] of items.entries()) {
    const operation = item.state === 'planned' ? operationOf(item) : undefined;
    if (!operation) continue;
    indexes.push(at);
    operations.push(operation);
  }
  if (operations.length === 0) return items;
  for (const item of items) noteKeys(item, shared);
  // Who is made by this very plan leads nobody yet, as far as the rules can see.
  const asked = withoutNew(operations, plan.made).map((one) => withoutMade(one, plan.leading));
  for (const [at, issues] of (await runEmployeeKind.check?.(tx, plan.caller, asked)) ?? []) found.set(indexes[at]!, issues);
  const inside = operations.filter((one) => !touchesMade(one, plan.made));
  const outside = new Set([...(await employeeKind.outside(tx, plan.caller.scope(), inside))].map((at) => inside[at]!.id));
  return items.map((item, at) => {
    const issue = found.get(at)?.[0];
    if (issue) return refusedItem(item, reasonOf(issue));
    if (item.objectId !== null && item.state === 'planned' && outside.has(item.objectId))
      return refusedItem(item, { code: 'outOfRange', path: '' });
    if (item.state !== 'planned' || !takesSeat(item)) return item;
    if (shared.seats === 0) return refusedItem(item, { code: '10423', path: '' });
    if (shared.seats !== null) shared.seats -= 1;
    return item;
  });
}

const takesSeat = ({ action, after }: PlanItem): boolean =>
  action === 'add' ? (after?.['status'] ?? 'active') === 'active' : after?.['status'] === 'active';

function touchesMade({ after }: Operation, made: ReadonlySet<string>): boolean {
  return made.size > 0 && assignmentsOf(after).some(({ departmentId }) => made.has(departmentId));
}

/** Without a manager whom the plan makes. */
function withoutMade(operation: Operation, leading: ReadonlySet<string>): Operation {
  const manager = operation.after?.['managerId'];
  if (typeof manager !== 'string' || !leading.has(manager)) return operation;
  const { managerId: _left, ...after } = operation.after!;
  return { ...operation, after };
}

/** Notes keys that another row of this run wants too. */
function noteKeys(item: PlanItem, { keys, clashes }: Shared): void {
  if (item.state !== 'planned') return;
  for (const field of Object.keys(uniqueKeys) as KeyName[]) {
    const value = item.after?.[field];
    if (typeof value !== 'string') continue;
    const first = keys[field].put(uniqueKeys[field].keyOf(value), item.seq);
    if (first !== undefined) clashes.push({ first, second: item.seq, field });
  }
}

/** Both of two rows that want the same account, number or address are conflicts, each with the other's name. */
async function settleClashes(plan: PlanContext, tx: Tx, clashes: Shared['clashes']): Promise<void> {
  for (const { first, second, field } of clashes) {
    const rows = await tx
      .selectFrom('source_item')
      .select(['seq', 'name', 'after', 'action', 'state'])
      .where('run_id', '=', plan.run.id)
      .where('seq', 'in', [first, second])
      .orderBy('seq')
      .execute();
    const [one, other] = rows;
    const keyIn = (row: typeof one): string => uniqueKeys[field].keyOf(String(row?.after?.[field] ?? ''));
    if (!one || !other || keyIn(one) !== keyIn(other)) continue;
    for (const [row, name] of [
      [one, other.name],
      [other, one.name],
    ] as const) {
      if (row.action === 'invalid') continue;
      plan.counts[row.action] = (plan.counts[row.action] ?? 1) - 1;
      plan.counts['conflict'] = (plan.counts['conflict'] ?? 0) + 1;
      const reason = JSON.stringify({ path: field, params: { name } });
      await tx
        .updateTable('source_item')
        .set({ action: 'conflict', state: 'skipped', reason_code: 'repeated', reason, hash: null })
        .where('run_id', '=', plan.run.id)
        .where('seq', '=', row.seq)
        .execute();
    }
  }
}
