import { createHash } from 'node:crypto';
import { decideAudience, type Membership } from '#kit/server/audience/audience.ts';
import { isOpen, wallTime } from '#modules/enterprise/server/public.ts';
import type { RolloutStage, RolloutState, RolloutWindow } from '../../common/rollout.contract.ts';

/** A rollout as far as terminals go by it. */
export interface Rolling {
  readonly state: RolloutState;
  readonly stages: readonly RolloutStage[];
  readonly stageNo: number;
  readonly salt: string;
  readonly window: RolloutWindow | null;
}

/** A terminal before a rollout. */
export interface Before {
  readonly deviceId: string;
  /** Of who is signed in there. */
  readonly membership: Membership | null;
  /** The moment; null where it is asked whether the terminal is reached at any time. */
  readonly now: number | null;
}

/** What a rollout says to a terminal: whether it reaches it, whether the terminal began with the version before, and why in a word. */
export interface Reach {
  readonly holds: boolean;
  readonly started: boolean;
  readonly detail: string;
}

/** Where a terminal falls within a rollout: the same terminal always at the same place. */
export function bucketOf(salt: string, deviceId: string): number {
  return (
    (createHash('sha256')
      .update(salt + deviceId)
      .digest()
      .readUInt32BE(0) %
      100_000) /
    1000
  );
}

const begun = new Set(['downloading', 'downloaded', 'installing', 'offered', 'held']);

/** Whether new offers are made at a moment. */
const isWithin = (window: RolloutWindow | null, now: number | null): boolean =>
  window === null || now === null || isOpen(window, wallTime(now, window.zone));

/** Asks a rollout whether its version is for a terminal that is so far with it (`offered`): by ring, by share, or because it was offered before. */
export function rolloutSays(rollout: Rolling | null, offered: string | null, { deviceId, membership, now }: Before): Reach {
  const started = offered !== null && begun.has(offered);
  if (!rollout || rollout.state === 'done' || rollout.state === 'draft') return { holds: true, started, detail: rollout?.state ?? '' };
  if (rollout.state !== 'running' && rollout.state !== 'waiting') return { holds: false, started, detail: rollout.state };
  const reached = rollout.stages.slice(0, rollout.stageNo + 1);
  const bucket = bucketOf(rollout.salt, deviceId);
  const percent = reached.at(-1)?.percent ?? 0;
  const isInRing = membership !== null && reached.some(({ ring }) => ring.length > 0 && decideAudience(ring, membership).included);
  const isOffered = offered !== null && offered !== 'skipped';
  // What was offered stays so outside of the hours too.
  const holds = isOffered || ((isInRing || bucket < percent) && isWithin(rollout.window, now));
  const hours = rollout.window ? ` · ${rollout.window.from}–${rollout.window.to}` : '';
  return { holds, started, detail: `${bucket.toFixed(3)} / ${percent} %${hours}` };
}
