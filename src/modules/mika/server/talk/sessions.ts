import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { AnswerView, Decision } from '../../common/decision.ts';
import { mikaAnswerView } from '../../common/decision.ts';
import { mikaLimits, type SessionResult, type SessionState } from '../../common/words.ts';
import { freshTalk, type Talk } from './talk.ts';
import '../mika.table.ts';

/** A session as it is kept. */
export interface StoredSession {
  readonly id: string;
  readonly employeeId: string;
  readonly state: SessionState;
  readonly talk: string | null;
  readonly turns: number;
  readonly lastAt: number;
  readonly takenBy: string | null;
  readonly takenName: string;
  readonly sceneId: string | null;
}

type Sealing = Pick<Services, 'secrets'>;

const talkPlace = (row: string) => ({ table: 'mika_session', column: 'talk', row });
const textPlace = (row: string) => ({ table: 'mika_turn', column: 'text', row });
const answerPlace = (row: string) => ({ table: 'mika_turn', column: 'answer', row });

/** Where a session stands. */
export const openTalk = ({ secrets }: Sealing, { id, talk }: Pick<StoredSession, 'id' | 'talk'>): Talk =>
  talk === null ? freshTalk : (JSON.parse(secrets.open(talk, talkPlace(id))) as Talk);

/** What was written in a turn; null where it is gone. */
export const openText = ({ secrets }: Sealing, id: string, text: string | null): string | null =>
  text === null ? null : secrets.open(text, textPlace(id));
/** What was answered in a turn; null where it is gone, or not there yet. */
export const openAnswer = ({ secrets }: Sealing, id: string, answer: string | null): AnswerView | null =>
  answer === null ? null : mikaAnswerView.parse(JSON.parse(secrets.open(answer, answerPlace(id))));

/** The hash by which the same sentence is known again; the sentence can't be read from it. */
export const keyOf = ({ secrets }: Sealing, plain: string): string =>
  secrets.mac('mika sentence', createHash('sha256').update(plain).digest()).toString('hex');

/** What one person says is taken one after the other. */
export const lockPerson = (tx: Tx, uid: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mika ${uid}`}, 17))`.execute(tx);

const columns = sql`id, employee_id as "employeeId", state, talk, turns, last_at as "lastAt", taken_by as "takenBy", taken_name as "takenName",
  scene_id as "sceneId"`;

/** A session by its id, locked for the rest of the transaction. */
export async function sessionById(tx: Db, id: string): Promise<StoredSession | undefined> {
  const { rows } = await sql<StoredSession>`select ${columns} from mika_session where id = ${id}::uuid for update`.execute(tx);
  return rows[0] && { ...rows[0], lastAt: Number(rows[0].lastAt) };
}

/** The session of a person that is going on. */
export async function goingOf(db: Db, uid: string, now: number): Promise<StoredSession | undefined> {
  const { rows } = await sql<StoredSession>`select ${columns} from mika_session where employee_id = ${uid}::uuid and state <> 'ended'
    and last_at > ${now - mikaLimits.idleMillis} order by last_at desc limit 1`.execute(db);
  return rows[0] && { ...rows[0], lastAt: Number(rows[0].lastAt) };
}

/** Whether nobody has said anything for so long that a session is over. */
export const isIdle = ({ lastAt }: StoredSession, now: number): boolean => now - lastAt > mikaLimits.idleMillis;

/** Begins a session. */
export async function beginSession(tx: Tx, of: { uid: string; platform: number; now: number }): Promise<StoredSession> {
  const id = newId();
  await sql`insert into mika_session (id, employee_id, platform, started_at, last_at, state)
    values (${id}::uuid, ${of.uid}::uuid, ${of.platform}, ${of.now}, ${of.now}, 'asking')`.execute(tx);
  return {
    id,
    employeeId: of.uid,
    state: 'asking',
    talk: null,
    turns: 0,
    lastAt: of.now,
    takenBy: null,
    takenName: '',
    sceneId: null,
  };
}

/** What becomes of a session with a turn. */
export interface SessionChange {
  readonly state: SessionState;
  readonly talk: Talk;
  readonly scene?: { readonly id: string; readonly name: LocalDraft } | null;
  readonly score?: number | null;
  readonly ms?: number;
  readonly failed?: boolean;
  readonly result?: SessionResult | null;
  /** Seconds of a turn more. */
  readonly turns?: number;
  readonly waiting?: boolean;
}

/** Keeps where a session stands. */
export async function keepSession(
  tx: Tx,
  services: Sealing,
  { id, now }: { id: string; now: number },
  change: SessionChange,
): Promise<void> {
  const { state, talk, scene, score = null, ms = 0, failed = false, result = null, turns = 0, waiting = false } = change;
  const sealed = talk.state === 'asking' ? null : services.secrets.seal(JSON.stringify(talk), talkPlace(id));
  const waitingFor = talk.state === 'filling' ? (talk.asked.at(-1) ?? '') : '';
  await sql`update mika_session set state = ${state}, talk = ${sealed}, last_at = ${now}, turns = turns + ${turns}, waiting_for = ${waitingFor},
      filled = ${Object.keys(talk.slots).length}, scene_id = coalesce(${scene?.id ?? null}::uuid, scene_id),
      scene_name = coalesce(${scene ? JSON.stringify(scene.name) : null}::jsonb, scene_name),
      score = least(score, ${score}::real), ms = ms + ${ms}, failures = failures + ${failed ? 1 : 0},
      result = coalesce(${result}, result),
      waiting_since = case when ${waiting} then coalesce(waiting_since, ${now}) when ${state} = 'takenOver' then waiting_since end
    where id = ${id}::uuid`.execute(tx);
}

/** A turn that is kept. */
export interface TurnDraft {
  readonly session: StoredSession;
  readonly n: number;
  readonly clientId: string | null;
  readonly by?: { readonly id: string; readonly name: string };
  readonly text: string | null;
  readonly key: string | null;
  readonly answer: AnswerView | null;
  readonly answerKind: string;
  readonly state: SessionState;
  readonly decision: Decision | null;
  readonly now: number;
}

/** Keeps a turn; answers its id. */
export async function keepTurn(tx: Tx, { secrets }: Sealing, draft: TurnDraft): Promise<string> {
  const { session, n, clientId, by, text, key, answer, answerKind, state, decision, now } = draft;
  const id = newId();
  await sql`insert into mika_turn (id, session_id, n, at, employee_id, client_id, by_id, by_name, text, key, answer, answer_kind, state, step, scene_id,
      score, decision)
    values (${id}::uuid, ${session.id}::uuid, ${n}, ${now}, ${session.employeeId}::uuid, ${clientId}::uuid, ${by?.id ?? null}::uuid, ${by?.name ?? ''},
      ${text === null ? null : secrets.seal(text, textPlace(id))}, ${key},
      ${answer === null ? null : secrets.seal(JSON.stringify(answer), answerPlace(id))}, ${answerKind}, ${state}, ${decision?.step ?? null},
      ${decision?.sceneId ?? null}::uuid, ${decision?.score ?? null}, ${decision === null ? null : JSON.stringify(decision)}::jsonb)`.execute(
    tx,
  );
  return id;
}

/** Keeps what an interface answered in the turn that asked for it. */
export async function keepCalled(
  tx: Tx,
  { secrets }: Sealing,
  { id, answer, decision, state }: { id: string; answer: AnswerView; decision: Decision; state: SessionState },
): Promise<void> {
  await sql`update mika_turn set answer = ${secrets.seal(JSON.stringify(answer), answerPlace(id))}, answer_kind = ${answer.kind}, state = ${state},
      decision = ${JSON.stringify(decision)}::jsonb, call_ms = ${decision.call?.ms ?? null}, call_class = ${decision.call?.class ?? null}
    where id = ${id}::uuid`.execute(tx);
}
