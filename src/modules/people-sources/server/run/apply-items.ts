import { sql, type Selectable } from 'kysely';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import { applyEach, reasonOf as issuesOf } from '#kit/server/change/apply-each.ts';
import { journalAhead } from '#kit/server/change/journal.ts';
import { sameJson } from '#kit/server/change/fields.ts';
import type { Fields, Kind, Operation, State } from '#kit/server/change/kind.ts';
import { signallingKind } from '#kit/server/change/lines-ahead.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { SourceRunTable } from '../source.table.ts';
import { directoryChangesAhead, leavePeople, unknownPeople } from '#modules/people/server/for-sources/public.ts';
import type { PlannedItem } from './items-ahead.ts';
import type { SourceRow } from './open-source.ts';
import { reasonOf, type ItemReason } from './plan/plan-item.ts';
import { runDepartmentKind, runEmployeeKind } from './run-kinds.ts';
import { tieItems } from './tie-items.ts';

/** Lines with the run and source they belong to. */
interface Work {
  run: Selectable<SourceRunTable>;
  source: SourceRow;
  items: readonly PlannedItem[];
  services: Services;
  /** Told when the database begins to write. */
  begin?: () => void;
  /** Their ties, their lines in the journal and in the feed were written by `itemsAhead`. */
  isAhead?: boolean;
}

/** What was written ahead turned out otherwise: the transaction is rolled back, and the piece is applied from its beginning. */
export class TurnedOut extends Error {}

/** Whether these lines may be begun before those in front of them are written: people who are new, each once. */
export const areNew = (items: readonly PlannedItem[]): boolean =>
  items.length > 0 && items.every(({ action, objectKind, operation }) => action === 'add' && objectKind === 'employee' && operation);

/**
 * Writes what of new people asks for nothing that the lines in front of them write: feed, ties and journal. The people themselves, who may
 * be led by those before them, follow in the same transaction (`applyItems` with `isAhead`).
 */
export async function itemsAhead(
  tx: Tx,
  caller: Caller,
  { run, items, services }: Pick<Work, 'run' | 'items' | 'services'>,
  seq: number,
): Promise<void> {
  const operations = items.flatMap(({ operation }) => operation ?? []);
  // The feed first: ties of who is made in the same transaction are told by it.
  await directoryChangesAhead(tx, caller, 'employee', operations);
  await tieItems(tx, { run, items, now: services.now() });
  await journalAhead(tx, { kind: runEmployeeKind, operations }, { batchId: run.batch_id!, seq });
}

type Bad = Map<number, { state: 'failed' | 'stale' | 'skipped'; reason: ItemReason }>;

/** Applies lines in the caller's transaction: each as far as it can be, links and owned fields with them. Answers what became of them, counted. */
export async function applyItems(tx: Tx, caller: Caller, work: Work): Promise<Record<string, number>> {
  const bad: Bad = new Map();
  const done: PlannedItem[] = [];
  const parts = [...runsOf(work.items)];
  if (work.isAhead && parts.length > 1) throw new TurnedOut();
  for (const part of parts) done.push(...(await applyPart(tx, caller, { ...work, items: part }, bad)));
  await markBad(tx, work.run.id, bad);
  const outcome: Record<string, number> = {};
  for (const { action } of done) outcome[action] = (outcome[action] ?? 0) + 1;
  for (const { state } of bad.values()) outcome[state] = (outcome[state] ?? 0) + 1;
  return outcome;
}

/** Lines of the same kind in a row: departments stand before the people in them. */
function* runsOf(items: readonly PlannedItem[]): Generator<PlannedItem[]> {
  let part: PlannedItem[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    // A second line of the same object sees what the first one wrote.
    if (part.length > 0 && (part[0]!.objectKind !== item.objectKind || seen.has(item.objectId))) {
      yield part;
      part = [];
      seen.clear();
    }
    part.push(item);
    seen.add(item.objectId);
  }
  if (part.length > 0) yield part;
}

async function applyPart(tx: Tx, caller: Caller, { run, items, services, begin, isAhead }: Work, bad: Bad): Promise<PlannedItem[]> {
  const kind = items[0]!.objectKind === 'department' ? runDepartmentKind : runEmployeeKind;
  const present = await kind.read(
    tx,
    items.flatMap(({ action, objectId }) => (action === 'add' ? [] : [objectId])),
    true,
  );
  const ties: PlannedItem[] = [];
  const ready: { item: PlannedItem; operation: Operation }[] = [];
  for (const item of items) {
    const fresh = freshened(item, present.get(item.objectId));
    if (fresh === 'tie') ties.push(item);
    else if (typeof fresh === 'string') bad.set(item.seq, { state: 'stale', reason: { code: fresh, path: '' } });
    else ready.push({ item, operation: fresh });
  }
  if (kind === runEmployeeKind) await dropUnknownManagers(tx, ready);
  const operations = ready.map(({ operation }) => operation);
  if (isAhead && (ties.length > 0 || operations.some((operation, at) => operation !== items[at]?.operation))) throw new TurnedOut();
  const told = begin ? signallingKind(kind, begin) : kind;
  const each = await applyEach(tx, caller, { kind: told, operations }, { source: 'sync', reason: run.reason, batchId: run.batch_id! });
  if (isAhead && each.done.length < items.length) throw new TurnedOut();
  for (const [index, [issue]] of each.refused) {
    const { item } = ready[index]!;
    const reason = issue ? reasonOf(issue) : { code: 'refused', path: '' };
    // A department that is not empty after all stays: that is its policy.
    const keeps = item.action === 'delete' && reason.code === 'deptNotEmpty';
    bad.set(item.seq, { state: keeps ? 'skipped' : 'failed', reason });
  }
  const left = await letLeave(tx, { services, run }, ties, bad);
  const done = [...ties.filter(({ action }) => action !== 'leave'), ...left, ...each.done.map((index) => ready[index]!.item)];
  if (!isAhead) await tieItems(tx, { run, items: done, now: services.now() });
  return done;
}

/**
 * The line against the object of now: its touched fields are as they were planned from, or hold already what is requested. Whatever else was
 * written meanwhile is never overwritten.
 */
function freshened(item: PlannedItem, state: State | undefined): Operation | 'tie' | 'gone' | 'changedSince' {
  const { operation, action } = item;
  if (action === 'add') return operation!;
  if (!state) return 'gone';
  if (!operation) return 'tie';
  const now = { version: state.version, path: state.path, name: state.name };
  if (action === 'delete') return state.version === operation.version ? { ...operation, ...now, before: state.fields } : 'changedSince';
  const { before, after } = operation;
  const open = Object.keys(after ?? {}).filter((field) => !sameJson(state.fields[field] ?? null, after?.[field] ?? null));
  if (open.length === 0) return 'tie';
  if (open.some((field) => !sameJson(state.fields[field] ?? null, before?.[field] ?? null))) return 'changedSince';
  const pick = (fields: Fields | null): Fields => Object.fromEntries(open.map((field) => [field, fields?.[field] ?? null]));
  return { ...operation, ...now, before: pick(before), after: pick(after) };
}

/** Those who leave do so with default choices, by a job that begins with the commit; the policy of the source decided it. Answers those who do. */
async function letLeave(
  tx: Tx,
  { services, run }: Pick<Work, 'services' | 'run'>,
  items: readonly PlannedItem[],
  bad: Bad,
): Promise<PlannedItem[]> {
  const done: PlannedItem[] = [];
  const caller = systemCaller('employee.leave');
  for (const item of items.filter(({ action }) => action === 'leave')) {
    await sql`savepoint leaving`.execute(tx);
    try {
      await leavePeople(tx, services, caller, { ids: [item.objectId], ...(run.reason && { reason: run.reason }) });
      await sql`release savepoint leaving`.execute(tx);
      done.push(item);
    } catch (error) {
      const [issue] = issuesOf(error) ?? [];
      if (!issue) throw error;
      await sql`rollback to savepoint leaving`.execute(tx);
      bad.set(item.seq, { state: 'failed', reason: reasonOf(issue) });
    }
  }
  return done;
}

/** A manager whose own line failed leads nobody: the person comes without one, and the next run looks again. */
async function dropUnknownManagers(tx: Tx, ready: { item: PlannedItem; operation: Operation }[]): Promise<void> {
  const made = new Set(ready.filter(({ operation }) => operation.action === 'create').map(({ operation }) => operation.id));
  const managers = ready.flatMap(({ operation }) => {
    const id = operation.after?.['managerId'];
    return typeof id === 'string' && !made.has(id) ? [id] : [];
  });
  const unknown = await unknownPeople(tx, managers);
  if (unknown.size === 0) return;
  for (const one of ready) {
    const id = one.operation.after?.['managerId'];
    if (typeof id !== 'string' || !unknown.has(id) || one.operation.action !== 'create') continue;
    const { managerId: _left, ...after } = one.operation.after!;
    one.operation = { ...one.operation, after };
  }
}

async function markBad(tx: Tx, runId: string, bad: Bad): Promise<void> {
  if (bad.size === 0) return;
  const rows = [...bad].map(([seq, { state, reason }]) => ({
    seq,
    s: state,
    c: reason.code,
    r: { path: reason.path, params: reason.params },
  }));
  await sql`update source_item item set state = r.s, reason_code = r.c, reason = r.r
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(seq int, s text, c text, r jsonb) where item.run_id = ${runId}::uuid and item.seq = r.seq`.execute(
    tx,
  );
}

/** Which kinds the runs of sources change. */
export const runKinds: readonly Kind[] = [runEmployeeKind, runDepartmentKind];
