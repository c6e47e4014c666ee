import { sql, type RawBuilder } from 'kysely';
import type { Audience } from '#kit/common/audience.ts';
import { pick } from '#kit/common/language.ts';
import { countAudience } from '#kit/server/audience/audience.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { directory } from '#modules/people/server/public.ts';
import { allPhrases } from '../../common/fields.ts';
import { scene } from '../../common/scene.contract.ts';
import { liveVersion } from '../engine/read-content.ts';
import { engineChanges } from '../engine/live.ts';
import { interfaceFacts } from '../interface-facts.ts';
import { differs } from '../version/differences.ts';
import { overlapsOf } from './overlaps.ts';
import { checkScenes, withCodes } from './scene-rules.ts';

const dayMillis = 86_400_000;
const countedDays = 30;
const everybody = { all: true } as const;

interface Counted {
  readonly hits: number;
  readonly yes: number;
  readonly no: number;
  readonly wrong: number;
}

/** How often scenes were hit in thirty days, and what people said of it. */
async function countsOf(db: Db, ids: readonly string[], now: number): Promise<Map<string, Counted>> {
  const since = now - countedDays * dayMillis;
  const { rows } = await sql<Counted & { id: string }>`select t.scene_id as id, count(*)::int as hits,
      count(distinct s.id) filter (where s.helped = 'yes')::int as yes, count(distinct s.id) filter (where s.helped = 'no')::int as no,
      count(*) filter (where t.wrong)::int as wrong
    from mika_turn t join mika_session s on s.id = t.session_id
    where t.scene_id = any(${[...ids]}::uuid[]) and t.at > ${since} and t.step in (2, 3) group by t.scene_id`.execute(db);
  return new Map(rows.map(({ id, ...counted }) => [id, counted]));
}

const percent = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((100 * part) / whole));

/** SQL: a scene `t` is part of the newest version. */
const isPublished = sql<boolean>`exists (select from mika_version v, jsonb_array_elements(v.content -> 'scenes') as p
  where v.no = (select max(no) from mika_version) and p ->> 'id' = t.id::text)`;

const entity = crudServer(scene, {
  table: 'mika_scene',
  directory,
  check: checkScenes,
  written: async () => engineChanges.happens(),
  where: ({ services }, { state, silent }) => {
    const where: RawBuilder<boolean>[] = [];
    if (state === 'disabled') where.push(sql`not t.enabled`);
    if (state === 'published') where.push(sql`(t.enabled and ${isPublished})`);
    if (state === 'draft') where.push(sql`(t.enabled and not ${isPublished})`);
    if (silent !== undefined) {
      const hit = sql<boolean>`exists (select from mika_turn h where h.scene_id = t.id and h.at > ${services.now() - countedDays * dayMillis}
        and h.step in (2, 3))`;
      where.push(silent ? sql`not ${hit}` : hit);
    }
    return where;
  },
  rows: async ({ db, services }, objects) => {
    const ids = objects.map(({ id }) => id);
    const counts = await countsOf(db, ids, services.now());
    const published = new Map((await liveVersion(db)).content.scenes.map((one) => [one.id, one]));
    const reached = new Map<string, number>();
    const peopleOf = async (audience: Audience): Promise<number> => {
      const key = JSON.stringify(audience);
      const people = reached.get(key) ?? (await countAudience(db, directory, audience, everybody)).people;
      reached.set(key, people);
      return people;
    };
    const rows = [];
    for (const object of objects) {
      const { hits = 0, yes = 0, no = 0, wrong = 0 } = counts.get(object.id) ?? {};
      const live = published.get(object.id);
      rows.push({
        state: object.enabled ? (live ? ('published' as const) : ('draft' as const)) : ('disabled' as const),
        changed: !live || differs(live, object),
        phraseCount: allPhrases(object.phrases).length,
        people: await peopleOf(object.audience),
        hits30: hits,
        helped: percent(yes, yes + no),
        wrong: percent(wrong, hits),
      });
    }
    return rows;
  },
  detail: async (means, object) => {
    const { db, caller } = means;
    const problems: { path: string; key: string; params: Record<string, string> }[] = [];
    const { target, slots, phrases } = object;
    if (target.kind === 'interface' && !(await interfaceFacts(db, [target.interfaceId])).get(target.interfaceId)?.isOpen)
      problems.push({ path: 'target', key: 'unreachable', params: {} });
    for (const { code, required, initial } of slots)
      if (!required && initial === 'none' && !allPhrases(phrases).some((phrase) => phrase.includes(`{${code}}`)))
        problems.push({ path: 'slots', key: 'neverAsked', params: { slot: code } });
    for (const language of ['en_US', 'ja_JP'] as const)
      if (!object.name[language]) problems.push({ path: 'name', key: 'noLanguage', params: { language } });
    if (allPhrases(phrases).length === 0) problems.push({ path: 'phrases', key: 'noPhrases', params: {} });
    const found = await overlapsOf(means, caller.scope(), object.id);
    for (const { phrase, otherName } of found.slice(0, 20))
      problems.push({ path: 'phrases', key: 'otherWins', params: { phrase, scene: otherName } });
    return { problems };
  },
});

/** Scenes on the server; what breaks a rule of this area is answered by its code. */
export const scenes = {
  ...entity,
  routes: {
    ...entity.routes,
    add: handle(scene.add, (call, draft) => withCodes(() => call.write((tx) => entity.add(tx, call, draft)))),
    update: handle(scene.update, (call, change) =>
      withCodes(() =>
        call.write(async (tx) => {
          await entity.update(tx, call, change);
          return entity.one({ ...call, db: tx }, change.id);
        }),
      ),
    ),
    // The sentences stay with the first: two scenes may not have the same.
    copy: handle(scene.copy, (call, { id, code }) =>
      withCodes(async () => {
        const { name, ...first } = await entity.one(call, id);
        const fields = scene.draft.keyof().options;
        const kept = Object.fromEntries(Object.entries(first).filter(([field]) => (fields as readonly string[]).includes(field)));
        const copied = scene.draft.parse({ ...kept, code, name: { ...name, zh_CN: `${pick(name, 'zh_CN')} 2`.slice(0, 60) }, phrases: {} });
        return call.write((tx) => entity.add(tx, call, copied));
      }),
    ),
  } satisfies Record<string, BoundRoute>,
};
