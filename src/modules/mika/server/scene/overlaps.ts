import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { allPhrases } from '../../common/fields.ts';
import { sceneOverlap } from '../../common/scene.contract.ts';
import { mikaLimits } from '../../common/words.ts';
import { comparedBy } from '../engine/engine.ts';
import { draftEngine } from '../engine/live.ts';

type Looking = Pick<Call, 'db' | 'services' | 'caller'>;
type Overlaps = Reply<typeof sceneOverlap>['list'];
const most = 200;
/** Scenes are compared with each other as long as they have so many sentences together. */
const mostPhrases = 5_000;

/** Ids of scenes that somebody sees. */
async function seenScenes(db: Db, range: Range): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string;
  }>`select t.id from mika_scene t where ${directory.departmentInRange(range, 't.owner_dept_id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Sentences of scenes in the range that another scene in the range answers as well, or nearly. */
export async function overlapsOf({ db, services, caller: { language } }: Looking, range: Range, id?: string): Promise<Overlaps> {
  const engine = await draftEngine(services, db);
  const seen = await seenScenes(db, range);
  const found: Overlaps = [];
  let looked = 0;
  for (const [owner, one] of engine.scenes.entries()) {
    if (!seen.has(one.id) || (id !== undefined && one.id !== id)) continue;
    for (const phrase of allPhrases(one.phrases)) {
      looked += 1;
      if (found.length >= most || looked > mostPhrases) return found;
      const near = engine.ofScenes.near(comparedBy(engine, phrase), (other) => other !== owner && seen.has(engine.scenes[other]!.id));
      const [best] = near.filter(({ negative }) => !negative);
      const other = best && engine.scenes[best.owner]!;
      if (!best || !other || best.score < Math.max(other.threshold, 1 - mikaLimits.near)) continue;
      found.push({
        sceneId: one.id,
        sceneName: pick(one.name, language),
        phrase,
        otherId: other.id,
        otherName: pick(other.name, language),
        otherPhrase: best.phrase,
        score: Math.round(best.score * 1000) / 1000,
      });
    }
  }
  return found;
}

/** The call that lists them. */
export const overlapRoutes: readonly BoundRoute[] = [
  handle(sceneOverlap, async (call, { id }) => {
    const range = call.caller.scope();
    if (id !== undefined && !(await seenScenes(call.db, range)).has(id)) throw range.all ? notFound() : outOfRange();
    return { list: await overlapsOf(call, range, id) };
  }),
];
