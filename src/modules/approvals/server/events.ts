import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChangeRequestEventTable } from './approval.table.ts';

interface Noted {
  requestId: string;
  event: ChangeRequestEventTable['event'];
  comment?: string | null | undefined;
  at: number;
  for?: { uid: string; name: string } | undefined;
}

/** Writes down what somebody did with a request. */
export async function note(db: Db, caller: Pick<Caller, 'uid' | 'name' | 'address'>, noted: Noted): Promise<void> {
  await db
    .insertInto('change_request_event')
    .values({
      id: newId(),
      request_id: noted.requestId,
      event: noted.event,
      uid: caller.uid,
      name: caller.name,
      for_uid: noted.for?.uid ?? null,
      for_name: noted.for?.name ?? null,
      comment: noted.comment?.trim() || null,
      at: noted.at,
      address: caller.address,
    })
    .execute();
}

/** Tells people that something changed among the requests: their consoles read again. */
export async function tell(_db: Db, services: Pick<Services, 'live'>, uids: readonly string[]): Promise<void> {
  for (const uid of new Set(uids)) await services.live.send({ uid }, 'approval', null);
}

/** Everybody who took part in a request. */
export async function partners(db: Db, requestId: string): Promise<string[]> {
  const rows = await db.selectFrom('change_request_event').select('uid').distinct().where('request_id', '=', requestId).execute();
  return rows.map(({ uid }) => uid);
}
