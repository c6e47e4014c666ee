import { sql } from 'kysely';
import type { FastifyReply } from 'fastify';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { installAccess } from '../../common/app.contract.ts';

/** An install link with what its app says of who may open it. */
export interface OpenLink {
  readonly id: string;
  readonly app_id: string;
  readonly app_key: string;
  readonly version_id: string | null;
  readonly until: number;
  readonly max_installs: number | null;
  readonly installs: number;
  readonly revoked_at: number | null;
  /** Its own password; that of the app is sealed. */
  readonly password_hash: string | null;
  readonly install_open: (typeof installAccess)[number];
  readonly install_password: string | null;
  readonly show_history: boolean;
  readonly name: LocalDraft;
  readonly description: LocalDraft | null;
  readonly status: number;
}

/** Reads an install link by id. */
export async function linkOf(db: Db, id: string): Promise<OpenLink | undefined> {
  const { rows } =
    await sql<OpenLink>`select l.id, l.app_id, a.app_key, l.version_id, l.until, l.max_installs, l.installs, l.revoked_at, l.password_hash,
      a.install_open, a.install_password, a.show_history, a.name, a.description, a.status
    from install_link l join app a on a.id = l.app_id where l.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** Whether nobody installs by this link any more; who began to fetch goes on when the last of its installs is counted. */
export const isOver = (link: OpenLink, now: number, goesOn = false): boolean =>
  link.revoked_at !== null || link.until < now || (!goesOn && link.max_installs !== null && link.installs >= link.max_installs);

/** The answer where there is nothing, or nothing any more: not an envelope, because phones read it. */
export const ended = (response: FastifyReply, status: 404 | 410): FastifyReply =>
  response
    .status(status)
    .type('text/plain')
    .header('cache-control', 'no-store')
    .send(status === 404 ? 'Not found' : 'Gone');
