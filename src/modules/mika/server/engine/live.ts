import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { createRecentChange, rememberedUntilChange } from '#kit/server/recent-change.ts';
import { engineOf, type Engine } from './engine.ts';
import { draftContent, liveVersion } from './read-content.ts';

/** Changes of what mika decides by that this process makes. */
export const engineChanges = createRecentChange();
const trustMillis = 1_000;

/** What is in force changes with the newest version, and with what is enabled and still there. */
async function markOf(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`select coalesce((select max(no) from mika_version), 0) || ' ' ||
    coalesce((select md5(string_agg(id::text, ',' order by id)) from mika_scene where enabled), '') || ' ' ||
    coalesce((select md5(string_agg(id::text, ',' order by id)) from mika_answer where enabled), '') as mark`.execute(db);
  return rows[0]!.mark;
}

/** What is in force: the newest version without what has been disabled or deleted since. */
async function readLive(db: Db): Promise<Engine> {
  const { no, content } = await liveVersion(db);
  const { rows } = await sql<{
    id: string;
  }>`select id from mika_scene where enabled union all select id from mika_answer where enabled`.execute(db);
  const there = new Set(rows.map(({ id }) => id));
  return engineOf(
    { ...content, scenes: content.scenes.filter(({ id }) => there.has(id)), answers: content.answers.filter(({ id }) => there.has(id)) },
    no,
  );
}

/** The engine in force, put together again when the version or what is enabled changes; every process sees it within seconds. */
export const liveEngine = perProduct(({ database }) => {
  let known: { mark: string; engine: Promise<Engine> } | undefined;
  const mark = rememberedUntilChange(() => markOf(database.db), engineChanges, trustMillis);
  return {
    now: async (): Promise<Engine> => {
      const current = await mark();
      if (known?.mark !== current) {
        const engine = readLive(database.db);
        known = { mark: current, engine };
        engine.catch(() => (known = undefined));
      }
      return known.engine;
    },
  };
});

/** What is written changes with each write of a scene, an answer or a synonym. */
async function draftMark(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`select string_agg(part, ' ') as mark from (
    select count(*) || '.' || coalesce(sum(version), 0) || '.' || coalesce(max(updated_at), 0) as part from mika_scene
    union all select count(*) || '.' || coalesce(sum(version), 0) || '.' || coalesce(max(updated_at), 0) from mika_answer
    union all select count(*) || '.' || coalesce(sum(version), 0) || '.' || coalesce(max(updated_at), 0) from mika_synonym) as parts`.execute(
    db,
  );
  return rows[0]!.mark;
}

const draftsOf = perProduct(() => ({ known: undefined as { mark: string; engine: Engine } | undefined }));

/** What is written now, ready to be asked: for tests. Put together once for each state; `db` may be a transaction that has written. */
export async function draftEngine(product: Parameters<typeof draftsOf>[0], db: Db): Promise<Engine> {
  const drafts = draftsOf(product);
  const mark = await draftMark(db);
  if (drafts.known?.mark === mark) return drafts.known.engine;
  const engine = await engineOf(await draftContent(db), 0);
  drafts.known = { mark, engine };
  return engine;
}
