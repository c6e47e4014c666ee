import { sql } from 'kysely';
import { notFound } from '#kit/server/refusal.ts';
import type { PersonRow } from '../../common/terminal.contract.ts';
import { isSeen } from '../rule/decide.ts';
import type { Eye } from './eye.ts';
import { assertMay } from './refuse.ts';
import { rowsOf, seenOf } from './rows.ts';

/** Whom a viewer keeps at hand, as far as they still see them. */
export async function listFavourites(eye: Eye): Promise<{ list: PersonRow[] }> {
  const { rows } = await sql<{
    id: string;
  }>`select target_id as id from contact_favourite where viewer_id = ${eye.viewer.person.id}::uuid order by at`.execute(eye.db);
  const seen = await seenOf(
    eye,
    rows.map(({ id }) => id),
  );
  return {
    list: await rowsOf(
      eye,
      seen.filter(({ decision }) => isSeen(decision)),
      'list',
    ),
  };
}

/** Keeps somebody at hand, or no longer. */
export async function setFavourite(eye: Eye, empId: string, kept: boolean): Promise<void> {
  await assertMay(eye, 'person.favourite');
  const [one] = await seenOf(eye, [empId]);
  if (!one || !isSeen(one.decision)) throw notFound();
  const viewer = eye.viewer.person.id;
  if (kept)
    await sql`insert into contact_favourite (viewer_id, target_id, at) values (${viewer}, ${empId}, ${eye.services.now()}) on conflict do nothing`.execute(
      eye.db,
    );
  else await sql`delete from contact_favourite where viewer_id = ${viewer} and target_id = ${empId}`.execute(eye.db);
}
