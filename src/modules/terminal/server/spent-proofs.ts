import type { Db } from '#kit/server/directory.ts';
import { Overload } from '#kit/server/refusal.ts';
import { proofLifeMillis } from './proof.ts';
import './terminal.table.ts';

/** Proofs that one node remembers at most; more than this within their life is a flood. */
const most = 400_000;

/** Proofs that were shown. */
export interface SpentProofs {
  /** Notes a proof; false where it was shown before. `everywhere`: on whatever node, as writes need it. */
  spend(proof: { hash: Buffer; everywhere: boolean }, now: number): Promise<boolean>;
}

/** Opens the memory of proofs. Readings are remembered by their node alone: showing one again elsewhere would need the token beside it, and changes nothing. */
export function openSpentProofs(db: Db): SpentProofs {
  let recent = new Set<string>();
  let before = new Set<string>();
  let turnedAt = Number.NEGATIVE_INFINITY;
  let clearedAt = Number.NEGATIVE_INFINITY;
  return {
    spend: async ({ hash, everywhere }, now) => {
      // By the clock that nobody moves: a set is forgotten when all of it is too old to be believed.
      const at = performance.now();
      if (at - turnedAt > proofLifeMillis) {
        before = at - turnedAt > 2 * proofLifeMillis ? new Set() : recent;
        recent = new Set();
        turnedAt = at;
      }
      const name = hash.toString('base64url');
      if (recent.has(name) || before.has(name)) return false;
      if (recent.size >= most) throw new Overload(5);
      recent.add(name);
      if (!everywhere) return true;
      if (at - clearedAt > 30_000) {
        clearedAt = at;
        await db.deleteFrom('terminal_proof').where('until', '<', now).execute();
      }
      const noted = await db
        .insertInto('terminal_proof')
        .values({ hash, until: now + 2 * proofLifeMillis })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (noted.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
  };
}
