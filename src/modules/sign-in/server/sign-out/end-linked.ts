import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { hashOf } from '#kit/server/session/session-cookie.ts';
import { AnswerRefused } from '../answer-refused.ts';
import type { AuthSettingTable } from '../auth-setting/auth-setting.table.ts';
import type { Ended } from '../redirect-way.ts';

/** Ends the sessions that another system has ended; answers how many were still open. A message serves once. */
export async function endLinked(tx: Tx, call: Call, row: AuthSettingTable, ended: Ended): Promise<number> {
  const { services, caller } = call;
  await spend(tx, row, ended, services.now());
  const { subject, key } = ended;
  const found = await tx
    .selectFrom('sign_in_link')
    .innerJoin('session', 'session.id', 'sign_in_link.session_id')
    .select(['sign_in_link.session_id', 'sign_in_link.uid', 'session.ended_at'])
    .where('sign_in_link.setting_id', '=', row.id)
    .$if(subject !== null, (query) => query.where('subject_hash', '=', hashOf(subject ?? '')))
    .$if(key !== null, (query) => query.where('key_hash', '=', hashOf(key ?? '')))
    .execute();
  // Without a name of its own a message is known by the key alone, which nobody else knows and which it uses up.
  if (ended.message === null && found.length === 0) throw new AnswerRefused('state');
  const open = found.filter(({ ended_at }) => ended_at === null);
  for (const uid of new Set(open.map((one) => one.uid))) {
    const ids = open.filter((one) => one.uid === uid).map(({ session_id }) => session_id);
    // Looking on as somebody else began in one of these sessions and ends with it.
    const views = await tx.selectFrom('session').select('id').where('uid', '=', uid).where('view_as', 'is not', null).execute();
    const person = await services.directory.byUid(tx, uid);
    await services.sessions.end(tx, uid, [...ids, ...views.map(({ id }) => id)], 'provider');
    for (const sessionId of ids)
      await services.signInLog.write(tx, {
        side: 'console',
        event: 'signOut',
        kind: row.kind,
        ...(person && { account: person.account, person: { uid, name: person.name } }),
        sessionId,
        address: caller.address,
        userAgent: caller.userAgent,
      });
    if (person) caller.touch({ kind: 'employee', id: uid, name: person.name });
  }
  const gone = found.map(({ session_id }) => session_id);
  if (gone.length > 0) await tx.deleteFrom('sign_in_link').where('session_id', 'in', gone).execute();
  return open.length;
}

/** Uses a message up; refuses one that came before. */
async function spend(tx: Tx, { id }: AuthSettingTable, { message }: Ended, now: number): Promise<void> {
  if (message === null) return;
  await tx.deleteFrom('sign_out_seen').where('expires_at', '<', now).execute();
  const { rows } = await sql`insert into sign_out_seen (setting_id, message_hash, expires_at)
    values (${id}, ${hashOf(message.id)}, ${message.until}) on conflict do nothing returning 1`.execute(tx);
  if (rows.length === 0) throw new AnswerRefused('replay');
}
