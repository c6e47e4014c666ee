import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal, wrongState } from '#kit/server/refusal.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { mikaAnswerView } from '../../common/decision.ts';
import * as contract from '../../common/session.contract.ts';
import { mikaLimits } from '../../common/words.ts';
import { freshTalk } from '../talk/talk.ts';
import { keepSession, keepTurn, lockPerson, sessionById, type StoredSession } from '../talk/sessions.ts';
import { sessionColumns, sessionDetail, sessionInRange, sessionSeen, sharedWhere, shownSessions, type StoredRow } from './session-rows.ts';

const minuteMillis = 60_000;

async function list(
  call: Call,
  { pageNum, pageSize, sort, state, platform, waitingMinutes, ...shared }: Parsed<typeof contract.sessionList>,
): Promise<Reply<typeof contract.sessionList>> {
  const { caller, db, services } = call;
  const now = services.now();
  const where: RawBuilder<boolean>[] = [
    sql`s.state <> 'ended'`,
    sql`s.last_at > ${now - mikaLimits.idleMillis}`,
    sessionInRange(caller.scope()),
    ...sharedWhere(shared),
  ];
  if (state !== undefined) where.push(sql`s.state = ${state}`);
  if (platform !== undefined) where.push(sql`s.platform = ${platform}`);
  if (waitingMinutes !== undefined) where.push(sql`s.waiting_since < ${now - waitingMinutes * minuteMillis}`);
  const sorts = { waitingSince: sql`s.waiting_since`, startedAt: sql`s.started_at`, lastAt: sql`s.last_at`, turns: sql`s.turns` };
  const order = sort === undefined ? sql`s.waiting_since nulls last, s.last_at desc, s.id` : orderOf(sort, sorts, sql`s.id`);
  const page = await readPage<StoredRow>(db, { columns: sessionColumns, from: sql`mika_session s`, where, order }, { pageNum, pageSize });
  return { ...page, list: await shownSessions(call, page.list) };
}

/** A session of somebody in the range that is going on, locked; 17038 where it is over. */
async function lockGoing(tx: Tx, call: Call, id: string): Promise<StoredSession> {
  const seen = await sessionSeen({ ...call, db: tx }, id);
  await lockPerson(tx, seen.employeeId);
  const session = await sessionById(tx, id);
  if (!session) throw call.caller.scope().all ? notFound() : outOfRange();
  if (session.state === 'ended') throw new Refusal(17038);
  const people = await call.services.directory.people(tx, [session.employeeId], call.caller.language, call.caller.scope());
  call.caller.touch({ kind: 'mikaSession', id, name: people.get(session.employeeId)?.name ?? '' });
  return session;
}

/** Refuses where somebody else has taken a session over (17036), or nobody has. */
function assertTaken(session: StoredSession, { uid }: Call['caller']): void {
  if (session.state === 'takenOver' && session.takenBy !== uid)
    throw new Refusal(17036, { name: session.takenName }, { name: session.takenName });
  if (session.state !== 'takenOver') throw wrongState(session.state, { namespace: 'mika', key: `mikaSession.state.${session.state}` });
}

const takeOver = (call: Call, { id }: Parsed<typeof contract.sessionTakeOver>): Promise<Reply<typeof contract.sessionTakeOver>> =>
  call.write(async (tx) => {
    const { caller, services } = call;
    const session = await lockGoing(tx, call, id);
    if (session.state === 'takenOver' && session.takenBy !== caller.uid)
      throw new Refusal(17036, { name: session.takenName }, { name: session.takenName });
    if (session.state === 'takenOver') return { id };
    const now = services.now();
    await tell(tx, call, session, { key: 'talk.takenOver', now });
    await keepSession(tx, services, { id, now }, { state: 'takenOver', talk: freshTalk, turns: 1, result: 'handedOver' });
    await sql`update mika_session set taken_by = ${caller.uid}::uuid, taken_name = ${caller.name}, waiting_since = null where id = ${id}::uuid`.execute(
      tx,
    );
    return { id };
  });

/** Tells the person within the session who is there, or that mika is back. */
async function tell(tx: Tx, call: Call, session: StoredSession, { key, now }: { key: string; now: number }): Promise<void> {
  const { caller, services } = call;
  const person = await services.directory.byUid(tx, session.employeeId);
  const text = services.texts.text(person?.language ?? 'zh_CN', 'mika', key, { name: caller.name });
  await keepTurn(tx, services, {
    session,
    n: session.turns + 1,
    clientId: null,
    by: { id: caller.uid, name: caller.name },
    text: null,
    key: null,
    answer: mikaAnswerView.parse({ kind: 'person', text, by: caller.name }),
    answerKind: 'person',
    state: 'takenOver',
    decision: null,
    now,
  });
}

const reply = (call: Call, { id, text }: Parsed<typeof contract.sessionReply>): Promise<Reply<typeof contract.sessionReply>> =>
  call.write(async (tx) => {
    const { caller, services } = call;
    const session = await lockGoing(tx, call, id);
    assertTaken(session, caller);
    const now = services.now();
    const n = session.turns + 1;
    await keepTurn(tx, services, {
      session,
      n,
      clientId: null,
      by: { id: caller.uid, name: caller.name },
      text: null,
      key: null,
      answer: mikaAnswerView.parse({ kind: 'person', text, by: caller.name }),
      answerKind: 'person',
      state: 'takenOver',
      decision: null,
      now,
    });
    await keepSession(tx, services, { id, now }, { state: 'takenOver', talk: freshTalk, turns: 1 });
    await sql`update mika_session set waiting_since = null where id = ${id}::uuid`.execute(tx);
    return { n };
  });

const giveBack = (call: Call, { id }: Parsed<typeof contract.sessionGiveBack>): Promise<Reply<typeof contract.sessionGiveBack>> =>
  call.write(async (tx) => {
    const session = await lockGoing(tx, call, id);
    assertTaken(session, call.caller);
    const now = call.services.now();
    await tell(tx, call, session, { key: 'talk.givenBack', now });
    await keepSession(tx, call.services, { id, now }, { state: 'asking', talk: freshTalk, turns: 1 });
    await sql`update mika_session set taken_by = null, taken_name = '' where id = ${id}::uuid`.execute(tx);
    return { id };
  });

const end = (call: Call, { id, reason }: Parsed<typeof contract.sessionEnd>): Promise<Reply<typeof contract.sessionEnd>> =>
  call.write(async (tx) => {
    const session = await lockGoing(tx, call, id);
    if (session.state === 'takenOver') assertTaken(session, call.caller);
    const now = call.services.now();
    await sql`update mika_session set state = 'ended', ended_at = ${now}, talk = null, waiting_since = null, result = coalesce(result, 'givenUp')
      where id = ${id}::uuid`.execute(tx);
    if (reason) call.caller.note({ reason });
    return { id };
  });

/** Sessions that are going on. */
export const sessionRoutes: readonly BoundRoute[] = [
  handle(contract.sessionList, list),
  handle(contract.sessionGet, (call, { id, ...reading }) => sessionDetail(call, id, reading)),
  handle(contract.sessionTakeOver, takeOver),
  handle(contract.sessionReply, reply),
  handle(contract.sessionGiveBack, giveBack),
  handle(contract.sessionEnd, end),
];
