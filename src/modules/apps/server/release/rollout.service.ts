import { randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, outOfRange, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { rolloutSave, rolloutStart, RolloutState, RolloutView } from '../../common/release.contract.ts';
import { offShelf } from '../../common/app.contract.ts';
import { appInRange } from '../in-app.ts';
import { versions } from '../version/version.ts';
import { measure, percentOf } from './gates.ts';
import { rolloutKind } from './rollout.kind.ts';
import type { RolloutTable } from './rollout.table.ts';

/** A version in the caller's range; 10910, or 10404 for who sees everything. */
export async function findVersion(db: Db, caller: Caller, id: string) {
  const range = caller.scope();
  const { rows } = await sql<{
    id: string;
    app_id: string;
    platform: number;
    channel: string;
    status: number;
    version: number;
    version_name: string;
  }>`
    select t.id, t.app_id, t.platform, t.channel, t.status, t.version, t.version_name from app_version t
    where t.id = ${id}::uuid and ${appInRange(range, 't.app_id')}`.execute(db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  return rows[0];
}

/** The rollout of a version. */
export const rolloutOf = (db: Db, versionId: string): Promise<Selectable<RolloutTable> | undefined> =>
  db.selectFrom('rollout').selectAll().where('version_id', '=', versionId).executeTakeFirst();

type Plan = Parsed<typeof rolloutSave>;

/** Each stage reaches more than the one before. */
function assertRising({ stages }: Plan): void {
  if (stages.some(({ percent }, at) => at > 0 && percent <= stages[at - 1]!.percent)) throw new Refusal(13027);
}

const planned = ({ stages, gates }: Plan): Fields => ({
  stages: stages.map((stage) => ({ ...stage, ring: stage.ring.map((row) => ({ ...row })) })),
  gates,
});

/** Writes the rollout of a version: the one that it has, or a first one. */
async function keepRollout(
  tx: Tx,
  caller: Caller,
  version: Awaited<ReturnType<typeof findVersion>>,
  fields: Fields,
): Promise<{ id: string }> {
  const former = await rolloutOf(tx, version.id);
  const whole = { ...fields, versionId: version.id, appId: version.app_id, platform: version.platform, stageNo: 0, haltedBy: null };
  if (former) {
    await changeObjects(tx, caller, rolloutKind, [{ id: former.id, version: null, fields: whole }]);
    return { id: former.id };
  }
  const id = newId();
  await createObjects(tx, caller, rolloutKind, [{ id, name: version.version_name, path: null, fields: whole }]);
  return { id };
}

const newSalt = (): string => randomBytes(12).toString('hex');

/** Keeps a plan that is not started; 13021 while a rollout of this version is under way. */
export async function saveRollout(tx: Tx, caller: Caller, { wish, now }: { wish: Plan; now: number }): Promise<{ id: string }> {
  const version = await findVersion(tx, caller, wish.versionId);
  assertRising(wish);
  const former = await rolloutOf(tx, version.id);
  if (former && underWay.has(former.state)) throw new Refusal(13021);
  return keepRollout(tx, caller, version, { ...planned(wish), salt: former?.salt ?? newSalt(), state: 'draft', stageSince: now });
}

const underWay: ReadonlySet<RolloutState> = new Set<RolloutState>(['running', 'waiting', 'paused', 'halted']);

/** Starts a rollout: stages rise, and nothing else is rolled out on this platform and channel. */
export async function startRollout(
  tx: Tx,
  caller: Caller,
  { wish, now }: { wish: Parsed<typeof rolloutStart>; now: number },
): Promise<{ id: string }> {
  const version = await findVersion(tx, caller, wish.versionId);
  assertRising(wish);
  const { rows } = await sql`select from rollout r join app_version v on v.id = r.version_id where r.app_id = ${version.app_id}::uuid
    and r.platform = ${version.platform} and v.channel = ${version.channel} and r.state in ('running', 'waiting', 'paused', 'halted') limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal(13021);
  const same =
    wish.sameAs === undefined ? undefined : await tx.selectFrom('rollout').select('salt').where('id', '=', wish.sameAs).executeTakeFirst();
  return keepRollout(tx, caller, version, { ...planned(wish), salt: same?.salt ?? newSalt(), state: 'running', stageSince: now });
}

/** Steps of a rollout, each from which states. */
const steps: Readonly<Record<string, { from: readonly RolloutState[]; to: RolloutState }>> = {
  advance: { from: ['running', 'waiting'], to: 'running' },
  pause: { from: ['running', 'waiting'], to: 'paused' },
  resume: { from: ['paused', 'halted'], to: 'running' },
  halt: { from: ['running', 'waiting', 'paused'], to: 'halted' },
  finish: { from: ['running', 'waiting', 'paused', 'halted'], to: 'done' },
  cancel: { from: ['running', 'waiting', 'paused', 'halted'], to: 'cancelled' },
};

interface StepWish {
  readonly versionId: string;
  readonly step: keyof typeof steps;
  readonly reason?: string | undefined;
  readonly now: number;
}

/** Takes a step of a rollout; 10412 from a state that does not allow it. */
export async function stepRollout(
  tx: Tx,
  caller: Caller,
  { versionId, step, reason, now }: StepWish,
): Promise<{ state: RolloutState; stageNo: number }> {
  await findVersion(tx, caller, versionId);
  const rollout = await rolloutOf(tx, versionId);
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
  await changeObjects(tx, caller, rolloutKind, [{ id: rollout.id, version: null, fields }], { reason: reason ?? null });
  if (state === 'cancelled')
    await changeObjects(tx, caller, versions.kind, [{ id: versionId, version: null, fields: { status: offShelf } }], {
      reason: reason ?? null,
    });
  return { state, stageNo };
}

/** A rollout as it is shown, with what its gates measure. */
export async function rolloutView(db: Db, row: Selectable<RolloutTable>, now: number): Promise<RolloutView> {
  const measured = await measure(db, row.version_id, now);
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    stages: row.stages,
    stageNo: row.stage_no,
    stageSince: row.stage_since,
    gates: row.gates,
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
