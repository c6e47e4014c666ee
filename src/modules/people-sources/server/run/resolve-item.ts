import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, outOfRange, wrongState } from '#kit/server/refusal.ts';
import type { RunItem, sourceRunResolve } from '../../common/source-run.contract.ts';
import { employeeKind, withoutNew } from '#modules/people/server/for-sources/public.ts';
import { employeeInRange } from '#modules/people/server/public.ts';
import { mapperOf, type Mapper } from '../mapping/map-record.ts';
import type { SourceRow } from './open-source.ts';
import { nobodyRead } from './read-source.ts';
import { emptyItem, emptyPlan, type PlanContext } from './plan/plan-context.ts';
import { loadPaths } from './plan/paths.ts';
import { personItem } from './plan/person-item.ts';
import { acts, losing, reasonOf, refusedItem, type PlanItem } from './plan/plan-item.ts';
import { operationOf } from './plan/operations.ts';
import { runEmployeeKind } from './run-kinds.ts';
import { itemOf } from './run-items.ts';
import { findRun, type FoundRun } from './run-query.ts';

/** Decides a line of a plan that waits: left out, tied to somebody there is, or somebody new. Answers the line as it then is. */
export async function resolveItem(call: Call, tx: Tx, input: Parsed<typeof sourceRunResolve>): Promise<RunItem> {
  const means = { ...call, db: tx };
  const run = await findRun(means, input.runId);
  if (run.state !== 'planned' && run.state !== 'held') throw wrongState(run.state);
  await sql`select from source_run where id = ${run.id}::uuid for update`.execute(tx);
  const item = await tx.selectFrom('source_item').selectAll().where('run_id', '=', run.id).where('seq', '=', input.seq).executeTakeFirst();
  if (!item) throw notFound();
  call.caller.touch({ kind: 'source', id: run.source_id, name: run.sourceName, path: run.rootPath });
  call.caller.note({ line: input.seq, name: item.name, choice: input.choice });
  if (input.choice === 'skip') {
    if (!acts(item.action)) throw wrongState(item.action);
    await tx
      .updateTable('source_item')
      .set({ action: 'skipped', state: 'skipped', reason_code: 'byHand', reason: JSON.stringify({ path: '' }), hash: null })
      .where('run_id', '=', run.id)
      .where('seq', '=', input.seq)
      .execute();
    await recount(tx, run, { from: item.action, to: 'skipped', active: true });
    return itemOf(means, run.id, input.seq);
  }
  if (item.object_kind !== 'employee' || (item.action !== 'conflict' && item.action !== 'invalid')) throw wrongState(item.action);
  const objectId = input.choice === 'link' ? await linkable(means, tx, input.objectId) : undefined;
  const made = await remade(means, tx, { run, seq: input.seq, externalId: item.external_id, objectId });
  await store(tx, run.id, made);
  await recount(tx, run, { from: item.action, to: made.action, active: made.state === 'planned' });
  return itemOf(means, run.id, input.seq);
}

/** Somebody in range whom no source is tied to. */
async function linkable({ caller }: Pick<Call, 'caller'>, tx: Tx, objectId: string | undefined): Promise<string> {
  if (objectId === undefined) throw new InvalidInput([{ path: 'objectId', namespace: 'user-centre', key: 'issue.required' }]);
  const range = caller.scope();
  const { rows } = await sql<{
    linked: boolean;
  }>`select exists (select from source_link l where l.object_id = e.id and l.state <> 'merged') as linked
    from employee e where e.id = ${objectId}::uuid and e.status <> 'deleted' and ${employeeInRange(range, 'e.id')}`.execute(tx);
  const [person] = rows;
  if (!person) throw range.all ? notFound() : outOfRange();
  if (person.linked)
    throw new InvalidInput([{ path: 'objectId', namespace: 'user-centre', key: 'sourceRun.reason.linkedElsewhere', params: { name: '' } }]);
  return objectId;
}

interface Remade {
  run: FoundRun;
  seq: number;
  externalId: string | null;
  objectId: string | undefined;
}

/** The line compared again, with whom it is tied to. */
async function remade(call: Pick<Call, 'services' | 'caller'>, tx: Tx, { run, seq, externalId, objectId }: Remade): Promise<PlanItem> {
  const { rows } = await sql<{ seq: number; line: number | null; raw: PlanItem['after']; fault: string | null; hash: string | null }>`
    select seq, line, raw, fault, hash from source_staged where run_id = ${run.id}::uuid and object_kind = 'employee' and external_id = ${externalId}`.execute(
    tx,
  );
  const [row] = rows;
  // Without an id of its own, or with one that stands twice, nobody can be tied.
  if (!row || rows.length > 1 || externalId === null) throw wrongState('invalid');
  const source = await tx.selectFrom('source').selectAll().where('id', '=', run.source_id).executeTakeFirstOrThrow();
  const mapper = await mapperOf(source.mapping, '');
  const plan = await planAgain(call, tx, { run, source, mapper });
  const mapped = mapper.map('employee', row.raw ?? {});
  const state = objectId === undefined ? undefined : (await employeeKind.read(tx, [objectId], true)).get(objectId);
  const [issue] = mapped.issues;
  const staged = { ...row, raw: row.raw ?? {}, externalId };
  const item = issue
    ? refusedItem(emptyItem('employee', externalId, String(mapped.values['name'] ?? externalId)), {
        code: issue.key,
        path: issue.path,
        params: issue.params,
      })
    : personItem(plan, staged, mapped, { state, link: undefined, foreign: new Set() });
  const numbered = { ...item, seq, path: item.path ?? plan.root.path, ...(item.action === 'add' && { objectId: newId() }) };
  const operation = operationOf(numbered);
  if (!operation || numbered.state !== 'planned') return numbered;
  const found = (await runEmployeeKind.check?.(tx, call.caller, withoutNew([operation], plan.made)))?.get(0)?.[0];
  return found ? refusedItem(numbered, reasonOf(found)) : numbered;
}

/** What comparing a line needs of the plan it belongs to: the departments as they were planned. */
async function planAgain(
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  tx: Tx,
  { run, source, mapper }: { run: FoundRun; source: SourceRow; mapper: Mapper },
): Promise<PlanContext> {
  const plan: PlanContext = {
    db: tx,
    services,
    caller,
    run,
    source,
    mapper,
    reading: { ...nobodyRead, full: run.kind === 'full' },
    root: { id: source.root_department_id, path: run.rootPath },
    ...emptyPlan(),
  };
  const { rows } = await sql<{ externalId: string; id: string; path: string | null }>`
    select l.external_id as "externalId", l.object_id as id, d.path::text as path from source_link l join department d on d.id = l.object_id
      where l.source_id = ${source.id}::uuid and l.object_kind = 'department'
    union all select external_id, object_id, null from source_item
      where run_id = ${run.id}::uuid and object_kind = 'department' and action = 'add' and state = 'planned' and external_id is not null`.execute(
    tx,
  );
  for (const { externalId, id, path } of rows) {
    plan.departments.set(externalId, { id, path });
    if (externalId.startsWith('path:')) plan.byPath.set(externalId.slice('path:'.length), { id, path });
    if (path === null) plan.made.add(id);
  }
  await loadPaths(plan);
  return plan;
}

async function store(tx: Tx, runId: string, item: PlanItem): Promise<void> {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  await tx
    .updateTable('source_item')
    .set({
      action: item.action,
      state: item.state,
      before: json(item.before),
      after: json(item.after),
      owners: JSON.stringify(item.owners),
      reason_code: item.reason?.code ?? null,
      reason: json(item.reason && { path: item.reason.path, params: item.reason.params }),
      object_id: item.objectId,
      object_version: item.version,
      path: item.path,
      // The next run compares it by the rules of the plan.
      hash: null,
    })
    .where('run_id', '=', runId)
    .where('seq', '=', item.seq)
    .execute();
}

async function recount(
  tx: Tx,
  run: FoundRun,
  { from, to, active }: { from: PlanItem['action']; to: PlanItem['action']; active: boolean },
): Promise<void> {
  const counts = { ...run.counts };
  counts[from] = (counts[from] ?? 1) - 1;
  counts[to] = (counts[to] ?? 0) + 1;
  if (counts[from] <= 0) delete counts[from];
  const impact = { ...run.impact };
  if (losing.has(from)) impact['loseSignIn'] = Math.max(0, (impact['loseSignIn'] ?? 1) - 1);
  if (active && losing.has(to)) impact['loseSignIn'] = (impact['loseSignIn'] ?? 0) + 1;
  await tx
    .updateTable('source_run')
    .set({ counts: JSON.stringify(counts), impact: JSON.stringify(impact) })
    .where('id', '=', run.id)
    .execute();
}
