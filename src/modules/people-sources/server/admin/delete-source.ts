import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { removeObjects } from '#kit/server/change/change-objects.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, wrongState } from '#kit/server/refusal.ts';
import type { Tx } from '#kit/server/services.ts';
import type { sourceDelete } from '../../common/source.contract.ts';
import { startRun } from '../run/start-run.ts';
import { findSource } from './source.query.ts';
import { sourceKind } from './source.kind.ts';
import { sourceIsRight } from './source.warnings.ts';

/**
 * Deletes disabled sources; their people stay and are nobody's. Without `keepPeople` they go before, by the source's policy: as long as
 * anybody is tied to it this begins a run that plans just that, and what is then applied can be undone while the source is there.
 */
export async function deleteSources(call: Call, tx: Tx, input: Parsed<typeof sourceDelete>): Promise<Reply<typeof sourceDelete>> {
  const { ids, reason, keepPeople } = input;
  call.caller.scope();
  const plan = keepPeople ? undefined : await letPeopleGo(call, tx, ids);
  if (plan) return { count: 0, ...plan };
  const count = await removeObjects(tx, call.caller, sourceKind, ids, { reason: reason ?? null });
  for (const id of ids) await sourceIsRight(tx, call.services, id);
  return { count, runId: null, jobId: null };
}

/** Begins the run by which everybody of a source goes; undefined where nobody is tied any more. */
async function letPeopleGo(call: Call, tx: Tx, ids: readonly string[]): Promise<{ runId: string; jobId: string } | undefined> {
  const [id, ...others] = ids;
  if (id === undefined || others.length > 0)
    throw new InvalidInput([{ path: 'ids', namespace: 'user-centre', key: 'source.issue.oneAtATime' }]);
  const found = await findSource({ ...call, db: tx }, id);
  // It would bring back who goes.
  if (found.enabled) throw wrongState('enabled');
  if (!(await isTied(tx, id))) return undefined;
  const { caller, services } = call;
  const run = await startRun(tx, services, { sourceId: id, mode: 'deprovision', trigger: 'manual', caller });
  caller.note({ runId: run.runId });
  return run;
}

/** Whether people or departments are tied to a source; departments that are only found by their names were never delivered. */
async function isTied(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from source_link where source_id = ${id}::uuid and state = 'linked'
    and (object_kind = 'employee' or external_id not like 'path:%') limit 1`.execute(tx);
  return rows.length > 0;
}
