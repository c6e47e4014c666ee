import { sql } from 'kysely';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { assignmentsOf, employeeKind, uniqueKeys, withoutNew } from '#modules/people/server/for-sources/public.ts';
import type { Mapped } from '../../mapping/mapped.ts';
import { runEmployeeKind } from '../run-kinds.ts';
import { KeyTable } from './key-table.ts';
import { lookUp, objectOf, type Page } from './look-up.ts';
import { settleManagers, type Deferred } from './managers.ts';
import { operationOf } from './operations.ts';
import { measure } from './measure.ts';
import { personItem, type Known } from './person-item.ts';
import { emptyItem, keepMany, refreshLinks, replacedKey, type PlanContext } from './plan-context.ts';
import { refusedItem, reasonOf, type PlanItem } from './plan-item.ts';
import { changedPeople, repeatedIds, type StagedRowData } from './staged.ts';

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
  // While a page is planned the lines of the one before are written, and everything is looked up that the next one asks of the database.
  const pageAt = (at: number): Promise<Page> | undefined => {
    if (at >= seqs.length) return undefined;
    const page = lookUp(plan, seqs.slice(at, at + pageSize), shared.repeated);
    // A failure is thrown where the page is waited for.
    page.catch(() => undefined);
    return page;
  };
  let next = pageAt(0);
  for (let at = 0; next; at += pageSize) {
    await plan.step();
    const page: Page = await next;
    next = pageAt(at + pageSize);
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

/** Answers the lines of a page; the caller writes them. */
async function planPage(plan: PlanContext, tx: Tx, page: Page, shared: Shared): Promise<PlanItem[]> {
  await sql`set local synchronous_commit = off`.execute(tx);
  const { rows, mapped, bad, open } = page;
  const known = personsOf(plan, page, shared.matched);
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

const nameOf = (row: StagedRowData, { values }: Mapped): string =>
  String(values['name'] ?? values['account'] ?? row.externalId ?? `#${row.line ?? row.seq}`);

type Person = Known & { reason: PlanItem['reason'] };

/** Who the rows of a page stand for; nobody for two of them. */
function personsOf(plan: PlanContext, page: Page, matched: Set<string>): Person[] {
  const { rows, links, matches, states, foreign } = page;
  return rows.map((row, at): Person => {
    const link = links.get(row.externalId ?? '');
    const id = objectOf(page, row, at);
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
