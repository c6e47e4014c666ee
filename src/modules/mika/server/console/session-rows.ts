import { sql, type RawBuilder } from 'kysely';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory, foundByName } from '#modules/people/server/public.ts';
import type { SessionDetail, SessionRow, SessionTurn } from '../../common/session.contract.ts';
import { decision } from '../../common/decision.ts';
import { openAnswer, openText } from '../talk/sessions.ts';

/** Context of readings of sessions. */
export type Means = Pick<Call, 'db' | 'caller' | 'services'>;

/** A session as the database holds it. */
export type StoredRow = Omit<SessionRow, 'employeeName' | 'departmentName' | 'sceneName' | 'takenByName'> & {
  readonly sceneNames: LocalDraft | null;
  readonly takenName: string;
};

/** Columns of sessions `s`. */
export const sessionColumns = sql`s.id, s.employee_id as "employeeId", s.platform, s.started_at as "startedAt", s.last_at as "lastAt",
  s.ended_at as "endedAt", s.scene_id as "sceneId", s.scene_name as "sceneNames", s.state, s.waiting_for as "waitingFor", s.filled, s.turns,
  s.failures, s.waiting_since as "waitingSince", s.taken_by as "takenBy", s.taken_name as "takenName", s.helped, s.result, s.score, s.ms`;

/** SQL condition: a session `s` is one of somebody in the range. */
export const sessionInRange = (range: Range): RawBuilder<boolean> => directory.employeeInRange(range, 's.employee_id');

/** What sessions are narrowed by. */
export interface SessionFilter {
  readonly text?: string | undefined;
  readonly departmentId?: string | undefined;
  readonly sceneId?: string | undefined;
}

/** Conditions that lists of sessions share. */
export function sharedWhere({ text, departmentId, sceneId }: SessionFilter): RawBuilder<boolean>[] {
  const where: RawBuilder<boolean>[] = [];
  if (text) where.push(sql`exists (select from employee e where e.id = s.employee_id and ${foundByName(text)})`);
  if (departmentId !== undefined) where.push(sql`s.employee_id in (select id from (${directory.employeesUnder([departmentId])}) as under)`);
  if (sceneId !== undefined) where.push(sql`exists (select from mika_turn t where t.session_id = s.id and t.scene_id = ${sceneId}::uuid)`);
  return where;
}

const numberOf = (value: number | null): number | null => (value === null ? null : Number(value));

/** Scenes that the reader may not know of are told by a word. */
async function hiddenScenes({ db, caller }: Means, ids: readonly string[]): Promise<Set<string>> {
  const range = caller.scope();
  if (range.all || ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select s.id from mika_scene s where s.id = any(${[...new Set(ids)]}::uuid[])
    and not ${directory.departmentInRange(range, 's.owner_dept_id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Sessions as lists show them, with names as far as the reader sees them. */
export async function shownSessions(means: Means, rows: readonly StoredRow[]): Promise<SessionRow[]> {
  const { db, services, caller } = means;
  const range = caller.scope();
  const ids = rows.flatMap(({ employeeId, takenBy }) => (takenBy === null ? [employeeId] : [employeeId, takenBy]));
  const people = await services.directory.people(db, [...new Set(ids)], caller.language, range);
  const hidden = await hiddenScenes(
    means,
    rows.flatMap(({ sceneId }) => sceneId ?? []),
  );
  return rows.map(({ sceneNames, takenName, ...row }) => ({
    ...row,
    startedAt: Number(row.startedAt),
    lastAt: Number(row.lastAt),
    endedAt: numberOf(row.endedAt),
    waitingSince: numberOf(row.waitingSince),
    score: numberOf(row.score),
    employeeName: people.get(row.employeeId)?.name ?? outsideWord(caller.language),
    departmentName: people.get(row.employeeId)?.departmentName ?? '',
    sceneName: sceneNames === null ? '' : hidden.has(row.sceneId ?? '') ? outsideWord(caller.language) : pick(sceneNames, caller.language),
    // Who does something is named to whoever may read that it is done.
    takenByName: takenName,
  }));
}

/** One session of somebody in the range; refused as not there, or out of range. */
export async function sessionSeen({ db, caller }: Means, id: string): Promise<StoredRow> {
  const range = caller.scope();
  const { rows } =
    await sql<StoredRow>`select ${sessionColumns} from mika_session s where s.id = ${id}::uuid and ${sessionInRange(range)}`.execute(db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  return rows[0];
}

interface TurnRow {
  readonly id: string;
  readonly n: number;
  readonly at: number;
  readonly byId: string | null;
  readonly byName: string;
  readonly text: string | null;
  readonly answer: string | null;
  readonly answerKind: string;
  readonly decision: unknown;
  readonly wrong: boolean;
}

/** A session with its turns; what was written only where it may be read, and then the log of readings says so first. */
export async function sessionDetail(means: Means, id: string, reading: { readText: boolean; reason: string }): Promise<SessionDetail> {
  const { db, services, caller } = means;
  const row = await sessionSeen(means, id);
  const { rows } =
    await sql<TurnRow>`select id, n, at, by_id as "byId", by_name as "byName", text, answer, answer_kind as "answerKind", decision, wrong
    from mika_turn where session_id = ${id}::uuid order by n`.execute(db);
  if (reading.readText)
    await services.readLog.note(caller, {
      area: 'message',
      query: { mikaSession: id },
      rows: rows.length,
      objectIds: rows.map((turn) => turn.id),
      reason: reading.reason,
    });
  const known = rows.flatMap((turn) => (turn.decision === null ? [] : [decision.parse(turn.decision)]));
  const hidden = await hiddenScenes(
    means,
    known.flatMap(({ sceneId, candidates }) => [...(sceneId === null ? [] : [sceneId]), ...candidates.map((one) => one.id)]),
  );
  const turnList = rows.map((turn): SessionTurn => ({
    id: turn.id,
    n: turn.n,
    at: Number(turn.at),
    by: turn.byId === null ? 'person' : 'administrator',
    byName: turn.byName,
    text: reading.readText ? openText(services, turn.id, turn.text) : null,
    answer: reading.readText ? openAnswer(services, turn.id, turn.answer) : null,
    answerKind: turn.answerKind,
    decision:
      turn.decision === null
        ? null
        : shownDecision(decision.parse(turn.decision), { hidden, readText: reading.readText, word: outsideWord(caller.language) }),
    wrong: turn.wrong,
  }));
  const [shown] = await shownSessions(means, [row]);
  return { ...shown!, turnList };
}

/** A decision without scenes of others, and without what was found of slots where what was written is hidden. */
function shownDecision(
  one: NonNullable<SessionTurn['decision']>,
  { hidden, readText, word }: { hidden: ReadonlySet<string>; readText: boolean; word: string },
): NonNullable<SessionTurn['decision']> {
  return {
    ...one,
    sceneName: hidden.has(one.sceneId ?? '') ? word : one.sceneName,
    candidates: one.candidates.map((candidate) => (hidden.has(candidate.id) ? { ...candidate, name: word, phrase: '' } : candidate)),
    slots: readText ? one.slots : one.slots.map((slot) => ({ ...slot, shown: '••••' })),
  };
}
