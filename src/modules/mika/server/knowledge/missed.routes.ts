import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { directory } from '#modules/people/server/public.ts';
import * as contract from '../../common/knowledge.contract.ts';
import { mikaLimits } from '../../common/words.ts';
import { scenes } from '../scene/scenes.ts';
import { withCodes } from '../scene/scene-rules.ts';
import { openText } from '../talk/sessions.ts';

/** SQL: what people in the range asked of a missed sentence `m`. */
const asked = (
  range: Range,
) => sql`mika_missed m join lateral (select sum(b.n)::int as count, count(*)::int as people, min(b.first_at) as first_at,
    max(b.last_at) as last_at from mika_missed_by b where b.missed_id = m.id and ${directory.employeeInRange(range, 'b.employee_id')}) as said
  on said.people > 0`;

type Stored = Omit<contract.MissedRow, 'sceneName'> & { sceneNames: LocalDraft | null };

async function list(
  { db, caller }: Call,
  { pageNum, pageSize, sort = '-count', text, state }: Parsed<typeof contract.missedList>,
): Promise<Reply<typeof contract.missedList>> {
  const range = caller.scope();
  const where = [sql<boolean>`true`];
  if (text) where.push(sql`m.example ilike ${containing(text)}`);
  if (state !== undefined) where.push(sql`m.state = ${state}`);
  const source = {
    columns: sql`m.id, m.example, said.count, said.people, said.first_at as "firstAt", said.last_at as "lastAt", m.state, m.scene_id as "sceneId",
      (select s.name from mika_scene s where s.id = m.scene_id and ${directory.departmentInRange(range, 's.owner_dept_id')}) as "sceneNames"`,
    from: asked(range),
    where,
    order: orderOf(sort, { count: sql`said.count`, people: sql`said.people`, lastAt: sql`said.last_at` }, sql`m.id`),
  };
  const { list: rows, ...counted } = await readPage<Stored>(db, source, { pageNum, pageSize });
  return {
    list: rows.map(({ sceneNames, ...row }) => ({
      ...row,
      firstAt: Number(row.firstAt),
      lastAt: Number(row.lastAt),
      sceneName: sceneNames ? pick(sceneNames, caller.language) : null,
    })),
    ...counted,
  };
}

/** Missed sentences that somebody sees, locked; refused where one is not there for them. */
async function lockMissed(tx: Tx, range: Range, ids: readonly string[]): Promise<{ id: string; example: string }[]> {
  const { rows } = await sql<{ id: string; example: string }>`select m.id, m.example from mika_missed m
    where m.id = any(${[...ids]}::uuid[]) and exists (select from mika_missed_by b where b.missed_id = m.id
      and ${directory.employeeInRange(range, 'b.employee_id')}) order by m.id for update of m`.execute(tx);
  if (rows.length < ids.length) throw range.all ? notFound() : outOfRange();
  return rows;
}

/** In which language a sentence is written, by its characters. */
const languageOf = (text: string): Language =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'ja_JP' : /\p{Script=Han}/u.test(text) ? 'zh_CN' : 'en_US';

/** The text of a turn of somebody in the range. */
async function textOfTurn(db: Db, call: Call, turnId: string): Promise<string> {
  const range = call.caller.scope();
  const { rows } = await sql<{ id: string; text: string | null }>`select t.id, t.text from mika_turn t where t.id = ${turnId}::uuid
    and ${directory.employeeInRange(range, 't.employee_id')}`.execute(db);
  const [row] = rows;
  if (!row) throw range.all ? notFound() : outOfRange();
  const text = openText(call.services, row.id, row.text);
  if (text === null) throw new InvalidInput([{ path: 'turnId', namespace: 'mika', key: 'issue.erased' }]);
  return text;
}

const braces = /[{}]/g;

const attach = (call: Call, { ids, turnId, sceneId }: Parsed<typeof contract.missedAttach>): Promise<Reply<typeof contract.missedAttach>> =>
  withCodes(() =>
    call.write(async (tx) => {
      const range = call.caller.scope();
      const missed = ids ? await lockMissed(tx, range, ids) : [];
      const texts = ids ? missed.map(({ example }) => example) : [await textOfTurn(tx, call, turnId!)];
      const [state] = await changeObjects(tx, call.caller, scenes.kind, [{ id: sceneId, version: null, fields: {} }]);
      const phrases = structuredClone(state!.fields.phrases);
      for (const text of texts) {
        const language = languageOf(text);
        const sentence = text.replace(braces, ' ').replace(/\s+/g, ' ').trim().slice(0, mikaLimits.phrase);
        if (sentence !== '' && !phrases[language].includes(sentence)) phrases[language].push(sentence);
      }
      await changeObjects(tx, call.caller, scenes.kind, [{ id: sceneId, version: null, fields: { phrases } }]);
      await sql`update mika_missed set state = 'attached', scene_id = ${sceneId}::uuid where id = any(${missed.map(({ id }) => id)}::uuid[])`.execute(
        tx,
      );
      return { count: texts.length };
    }),
  );

const ignore = (call: Call, { ids, reason }: Parsed<typeof contract.missedIgnore>): Promise<Reply<typeof contract.missedIgnore>> =>
  call.write(async (tx) => {
    const found = await lockMissed(tx, call.caller.scope(), ids);
    await sql`update mika_missed set state = 'ignored' where id = any(${[...ids]}::uuid[])`.execute(tx);
    for (const { id, example } of found) call.caller.touch({ kind: 'mikaMissed', id, name: example });
    if (reason) call.caller.note({ reason });
    return { count: found.length };
  });

/** Sentences that nothing answered. */
export const missedRoutes: readonly BoundRoute[] = [
  handle(contract.missedList, list),
  handle(contract.missedAttach, attach),
  handle(contract.missedIgnore, ignore),
];
