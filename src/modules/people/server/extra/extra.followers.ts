import type { State } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { ExtraUse } from '#kit/server/extra-use.ts';

/** Something that asks about extra fields and turns with them, as the module says at its start. */
export interface ExtraFollower {
  readonly uses: ExtraUse;
  /** What asks about these fields, or asked about what they were before, may come to something else from now on. */
  turn(tx: Tx, ids: readonly string[], before: ReadonlyMap<string, State>): Promise<void>;
}

const followers = new Map<string, ExtraFollower>();

/** Registers what turns with extra fields; the same kind again takes the place of the former. */
export function extrasTurnWith(follower: ExtraFollower): void {
  followers.set(follower.uses.kind, follower);
}

/** Everything that turns with extra fields. */
export const extraFollowers = (): readonly ExtraFollower[] => [...followers.values()];
