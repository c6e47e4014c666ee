import type { Db } from '#kit/server/directory.ts';
import { lastPlace } from '#kit/server/warning/warning-places.ts';
import { streamSources, type StreamSource } from './stream-events.ts';
import './stream.table.ts';

/** How far the logs go now. */
export async function headsOf(db: Db): Promise<Record<StreamSource, number>> {
  const heads = await db.selectFrom('audit_head').select(['stream', 'seq']).execute();
  const roots = await db
    .selectFrom('audit_root')
    .select((select) => select.fn.max('no').as('no'))
    .executeTakeFirst();
  const seqOf = (stream: string): number => heads.find((head) => head.stream === stream)?.seq ?? 0;
  return {
    audit_log: seqOf('audit_log'),
    login_log: seqOf('login_log'),
    read_log: seqOf('read_log'),
    warning_change: await lastPlace(db),
    root: Number(roots?.no ?? 0),
  };
}

/** Lets a stream that was never sent begin at what is written from now on; one that was keeps its places. */
export async function placeStream(db: Db, id: string): Promise<void> {
  const heads = await headsOf(db);
  const values = streamSources.map((log) => ({ stream_id: id, log, sent_seq: heads[log], resume_seq: heads[log] }));
  await db
    .insertInto('siem_position')
    .values(values)
    .onConflict((on) => on.doNothing())
    .execute();
}
