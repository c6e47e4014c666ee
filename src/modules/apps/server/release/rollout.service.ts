import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { lockOrder } from '#kit/server/change/lock-order.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, Refusal, wrongState } from '#kit/server/refusal.ts';
import { windowIssues } from '#modules/enterprise/server/public.ts';
import type { RolloutContract, RolloutState, RolloutView } from '../../common/rollout.contract.ts';
import { measure, percentOf } from './gates.ts';
import { underWay, type RolledOut, type RolledVersion, type RolloutRow } from './rolled-out.ts';

/** The rollout of a version. */
export async function rolloutOf(db: Db, { table }: RolledOut, versionId: string): Promise<RolloutRow | undefined> {
  const { rows } = await sql<RolloutRow>`select * from ${sql.table(table)} where version_id = ${versionId}::uuid`.execute(db);
  return rows[0];
}

type Plan = Parsed<RolloutContract['save']>;

/** Each stage reaches more than the one before, and the hours can come. */
function assertPlan({ stages, window }: Plan): void {
  if (stages.some(({ percent }, at) => at > 0 && percent <= stages[at - 1]!.percent)) throw new Refusal(13027);
  const wrong = windowIssues(window);
  if (wrong.length > 0) throw new InvalidInput(wrong);
}

const planned = ({ stages, gates, window }: Plan): Fields => ({
  stages: stages.map((stage) => ({ ...stage, ring: stage.ring.map((row) => ({ ...row })) })),
  gates: { ...gates },
  window: window && { ...window },
});

/** Writes the rollout of a version: the one that it has, or a first one. */
async function keepRollout(
  tx: Tx,
  caller: Caller,
  { rolled, version }: { rolled: RolledOut; version: RolledVersion },
  fields: Fields,
): Promise<{ id: string }> {
  const former = await rolloutOf(tx, rolled, version.id);
  const whole = { ...fields, ...version.fields, versionId: version.id, stageNo: 0, haltedBy: null };
  if (former) {
    await changeObjects(tx, caller, rolled.kind, [{ id: former.id, version: null, fields: whole }]);
    return { id: former.id };
  }
  const id = newId();
  await createObjects(tx, caller, rolled.kind, [{ id, name: version.name, path: version.path, fields: whole }]);
  return { id };
}

const newSalt = (): string => randomBytes(12).toString('hex');

interface Requested<W> {
  readonly rolled: RolledOut;
  readonly request: W;
  readonly now: number;
}

/** Keeps a plan that is not started; 13021 while a rollout of this version is under way. */
export async function saveRollout(tx: Tx, caller: Caller, { rolled, request, now }: Requested<Plan>): Promise<{ id: string }> {
  const version = await rolled.find(tx, caller, request.versionId);
  assertPlan(request);
  const former = await rolloutOf(tx, rolled, version.id);
  if (former && underWay.has(former.state)) throw new Refusal(13021);
  const fields = { ...planned(request), salt: former?.salt ?? newSalt(), state: 'draft', stageSince: now };
  return keepRollout(tx, caller, { rolled, version }, fields);
}

/** Starts a rollout: stages rise, and nothing else is rolled out in the same place. */
export async function startRollout(
  tx: Tx,
  caller: Caller,
  { rolled, request, now }: Requested<Parsed<RolloutContract['start']>>,
): Promise<{ id: string }> {
  // Two who start at once: the second sees the first.
  await lockOrder(tx, rolled.table);
  const version = await rolled.find(tx, caller, request.versionId);
  assertPlan(request);
  if (await rolled.taken(tx, version)) throw new Refusal(13021);
  const { rows } = await sql<{
    salt: string;
  }>`select salt from ${sql.table(rolled.table)} where id = ${request.sameAs ?? null}::uuid`.execute(tx);
  const fields = { ...planned(request), salt: rows[0]?.salt ?? newSalt(), state: 'running', stageSince: now };
  return keepRollout(tx, caller, { rolled, version }, fields);
}

/** Steps of a rollout, each from which states. */
const steps: Readonly<Record<string, { from: readonly RolloutState[]; to: RolloutState }>> = {
  advance: { from: ['running', 'waiting'], to: 'running' },
  pause: { from: ['running', 'waiting'], to: 'paused' },
  resume: { from: ['paused', 'halted'], to: 'running' },
  halt: { from: ['running', 'waiting', 'paused'], to: 'halted' },
  finish: { from: [...underWay], to: 'done' },
  cancel: { from: [...underWay], to: 'cancelled' },
};

interface StepRequest {
  readonly rolled: RolledOut;
  readonly versionId: string;
  readonly step: keyof typeof steps;
  readonly reason?: string | undefined;
  readonly now: number;
}

/** Takes a step of a rollout; 10412 from a state that does not allow it. */
export async function stepRollout(
  tx: Tx,
  caller: Caller,
  { rolled, versionId, step, reason, now }: StepRequest,
): Promise<{ state: RolloutState; stageNo: number }> {
  await rolled.find(tx, caller, versionId);
  const rollout = await rolloutOf(tx, rolled, versionId);
  const { from, to } = steps[step]!;
  if (!rollout) throw wrongState('none', { namespace: 'apps', key: 'rollout.noRollout' });
  if (!from.includes(rollout.state)) throw wrongState(rollout.state, { namespace: 'apps', key: `rollout.state.${rollout.state}` });
  const last = rollout.stages.length - 1;
  const isNext = step === 'advance';
  const state = isNext && rollout.stage_no >= last ? 'done' : to;
  const stageNo = isNext ? Math.min(rollout.stage_no + 1, last) : rollout.stage_no;
  const fields: Fields = {
    state,
    stageNo,
    ...((isNext || step === 'resume') && { stageSince: now }),
    ...(step === 'resume' && { haltedBy: null }),
  };
  await changeObjects(tx, caller, rolled.kind, [{ id: rollout.id, version: null, fields }], { reason: reason ?? null });
  if (state === 'cancelled') await rolled.takeOff(tx, caller, versionId, reason ?? null);
  return { state, stageNo };
}

/** A rollout as it is shown, with what its gates measure. */
export async function rolloutView(db: Db, rolled: RolledOut, row: RolloutRow, now: number): Promise<RolloutView> {
  const measured = await measure(db, rolled, row.version_id, now);
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    stages: row.stages,
    stageNo: row.stage_no,
    stageSince: row.stage_since,
    gates: row.gates,
    window: row.time_window,
    haltedBy: row.halted_by,
    measured: measured.map((one) => ({
      gate: one.gate,
      value: percentOf(one),
      sample: one.sample,
      least: one.least,
      limit: row.gates[one.gate],
    })),
  };
}
