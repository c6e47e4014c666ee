import { clock } from '#platform/clock.ts';
import type { Caller } from '../caller.ts';
import type { Db } from '../directory.ts';
import { newId } from '../ids.ts';
import './audit.table.ts';

/** What the pipeline knows of a call besides its caller. */
export interface AuditFacts {
  path: string;
  module: string;
  code: number;
  durationMs: number;
  batchId?: string | null;
  detail?: Record<string, unknown> | null;
}

/** Writes the audit row of a call, in its own transaction's db for writes. One insert, so that audited writes stay cheap. */
export async function writeAudit(db: Db, caller: Caller, facts: AuditFacts): Promise<void> {
  const [first] = caller.touched;
  const detail = facts.detail ?? caller.note();
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
    })
    .execute();
}
