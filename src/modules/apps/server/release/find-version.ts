import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { appInRange } from '../in-app.ts';

/** A version in the caller's range; 10910, or 10404 for who sees everything. */
export async function findVersion(db: Db, caller: Caller, id: string) {
  const range = caller.scope();
  const { rows } = await sql<{
    id: string;
    app_id: string;
    platform: number;
    channel: string;
    status: number;
    version: number;
    version_name: string;
  }>`
    select t.id, t.app_id, t.platform, t.channel, t.status, t.version, t.version_name from app_version t
    where t.id = ${id}::uuid and ${appInRange(range, 't.app_id')}`.execute(db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  return rows[0];
}
