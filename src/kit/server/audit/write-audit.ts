import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import { systemUid, type Caller } from '../caller.ts';
import type { Db } from '../directory.ts';
import { newId } from '../ids.ts';
import type { ActorKind } from './audit.table.ts';

/** Facts of a call that the pipeline knows besides its caller. */
export interface AuditFacts {
  path: string;
  module: string;
  code: number;
  durationMs: number;
  batchId?: string | null;
  detail?: Record<string, unknown> | null;
  /** The call is one of those that are asked about before they are done, or that need the password again. */
  dangerous?: boolean;
}

/** Writes the audit row of a call, in its own transaction's db for writes. One insert, so that audited writes stay cheap. */
export async function writeAudit(db: Db, caller: Caller, facts: AuditFacts): Promise<void> {
  const [first] = caller.touched;
  const { token, viewing } = caller;
  const marks = { ...(token && { token: token.name, tokenId: token.id }), ...(viewing && { viewingAs: viewing.name }) };
  const said = facts.detail ?? caller.note();
  const detail = Object.keys(marks).length > 0 ? { ...said, ...marks } : said;
  await db
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: clock.now(),
      uid: caller.uid,
      account: caller.account,
      name: caller.name,
      address: caller.address,
      user_agent: caller.userAgent.slice(0, 400),
      request_id: caller.requestId,
      operation: caller.operation,
      path: facts.path,
      module: facts.module,
      object_kind: first?.kind ?? null,
      object_id: first?.id ?? null,
      object_name: first?.name ?? null,
      object_count: caller.touched.length,
      batch_id: facts.batchId ?? null,
      detail: detail ? JSON.stringify(detail) : null,
      code: facts.code,
      duration_ms: facts.durationMs,
      form: 2,
      session_id: caller.sessionId,
      actor_kind: actorOf(caller),
      actor_paths: sql`${[...(caller.grants.departments ?? [])]}::ltree[]`,
      object_path: first?.path == null ? null : sql`${first.path}::ltree`,
      dangerous: facts.dangerous ?? false,
    })
    .execute();
}

function actorOf({ uid, sessionId, token }: Caller): ActorKind {
  if (uid === systemUid) return 'system';
  if (uid === '') return 'visitor';
  if (token) return 'token';
  return sessionId === null ? 'job' : 'administrator';
}
