import { sql } from 'kysely';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { assertSees, unseen } from '#modules/public-accounts/server/public.ts';
import type { FanDetail } from '../../common/fan.contract.ts';
import { eventWord } from '../log/event-word.ts';
import { fanColumns, fanRows, type StoredFan } from './fan-list.ts';
import { fanSource } from './fan-source.ts';

/** Entries of each part of a fan's history. */
const shown = 20;

/** One fan with what they got, read and wrote. */
export async function fanOf(call: Call, { snoId, id }: { snoId: string; id: string }): Promise<FanDetail> {
  const { db, caller } = call;
  await assertSees(db, caller.scope(), snoId);
  const { rows } = await sql<StoredFan>`select ${fanColumns} from ${await fanSource(db, snoId)} where fans.id = ${id}::uuid`.execute(db);
  const [stored] = rows;
  const [row] = stored ? await fanRows(call, snoId, [stored]) : [];
  if (!stored || !row) throw unseen(caller);
  const [pushes, comments, events] = await Promise.all([pushesOf(call, snoId, id), commentsOf(call, snoId, id), eventsOf(call, snoId, id)]);
  return { ...row, followedAt: moment(stored.followedAt), leftAt: moment(stored.leftAt), pushes, comments, events };
}

const moment = (at: number | null): number | null => (at === null ? null : Number(at));

interface Got {
  id: string;
  title: LocalDraft;
  at: number;
  state: number;
  reason: string;
  reachedAt: number | null;
  readAt: number | null;
}

const states = ['', 'delivered', 'failed', 'skipped', 'withheld'];

async function pushesOf({ db, caller }: Call, snoId: string, id: string): Promise<FanDetail['pushes']> {
  const { rows } = await sql<Got>`select p.id, p.title, t.at, t.state, t.reason, t.reached_at as "reachedAt", t.read_at as "readAt"
    from push_target t join push p on p.id = t.push_id and p.sno_id = ${snoId}::uuid
    where t.employee_id = ${id}::uuid order by t.at desc, p.id desc limit ${shown}`.execute(db);
  return rows.map(({ title, at, state, reachedAt, readAt, ...row }) => ({
    ...row,
    title: pick(title, caller.language),
    at: Number(at),
    state: states[state] ?? '',
    reachedAt: moment(reachedAt),
    readAt: moment(readAt),
  }));
}

async function commentsOf({ db, caller }: Call, snoId: string, id: string): Promise<FanDetail['comments']> {
  const { rows } = await sql<{ id: string; pushId: string; title: LocalDraft; at: number; text: string; state: string }>`select c.id,
      c.push_id as "pushId", p.title, c.created_at as at, c.text, c.state
    from push_comment c join push p on p.id = c.push_id
    where c.sno_id = ${snoId}::uuid and c.employee_id = ${id}::uuid and c.state <> 'deleted' order by c.created_at desc, c.id desc limit ${shown}`.execute(
    db,
  );
  return rows.map(({ title, at, ...row }) => ({ ...row, title: pick(title, caller.language), at: Number(at) }));
}

async function eventsOf(call: Call, snoId: string, id: string): Promise<FanDetail['events']> {
  const { rows } = await sql<
    Omit<FanDetail['events'][number], 'what'>
  >`select id, at, kind, by_name as by, ref_name as ref, result, reason from sno_log
    where sno_id = ${snoId}::uuid and employee_id = ${id}::uuid order by at desc, id desc limit ${shown}`.execute(call.db);
  return rows.map((row) => ({ ...row, at: Number(row.at), what: eventWord(call, row.kind) }));
}
