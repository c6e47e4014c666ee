import { sql } from 'kysely';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Json } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, Refusal, stale } from '#kit/server/refusal.ts';
import { isWriting, type Definition } from '../common/definition.ts';
import type { ApiInterfaceTable } from './access.table.ts';
import { checkDraft } from './draft-check.ts';
import { factsFor, findingsOf, hashOf, interfaceInRange, liveDefinition, readDefinition, versionDefinition } from './interface.drafts.ts';
import { breakingBetween } from './interface.compare.ts';
import { interfaces } from './interfaces.ts';

type CallParts = Pick<Call, 'caller' | 'services'>;

const mostVersions = 200;

interface Publishing {
  readonly row: ApiInterfaceTable;
  readonly definition: Definition;
  readonly note: string;
  readonly rollbackOf: number | null;
  readonly enabled?: boolean;
}

/** Writes the next version and puts it into force. */
async function bringIntoForce(
  tx: Tx,
  { caller, services }: CallParts,
  { row, definition, note, rollbackOf, enabled }: Publishing,
): Promise<number> {
  const last = await tx
    .selectFrom('interface_version')
    .select((eb) => eb.fn.max('no').as('no'))
    .where('interface_id', '=', row.id)
    .executeTakeFirst();
  const no = Number(last?.no ?? 0) + 1;
  if (no > mostVersions) throw new Refusal(14070, { n: mostVersions, objects: 'versions' });
  await tx
    .insertInto('interface_version')
    .values({
      interface_id: row.id,
      no,
      definition: sql<Definition>`${JSON.stringify(definition)}::jsonb`,
      note,
      hash: hashOf(definition),
      rollback_of: rollbackOf,
      published_at: services.now(),
      published_by: caller.name,
    })
    .execute();
  const fields: Record<string, Json> = {
    liveVersionNo: no,
    isWrite: isWriting(definition),
    cacheOn: definition.cache.on,
    draftDiffers: hashOf(definition) !== hashOf(readDefinition(row.definition)),
    ...(enabled !== undefined && { enabled }),
  };
  await changeObjects(tx, caller, interfaces.kind, [{ id: row.id, version: null, fields }]);
  caller.note({ no, note });
  return no;
}

/** Publishes the draft: 14020 with the findings where it has errors, 14022 where it breaks callers and nobody said that this is known. */
export async function publish(
  tx: Tx,
  call: CallParts,
  input: { id: string; version: number; note: string; breaking: boolean; enable: boolean },
): Promise<number> {
  const row = await interfaceInRange(tx, call.caller, input.id);
  if (row.version !== input.version) throw stale(await interfaces.one({ ...call, db: tx }, row.id));
  const definition = readDefinition(row.definition);
  const findings = await findingsOf(tx, call, row.prefix_id, definition);
  const errors = findings.filter(({ level }) => level === 'error');
  if (errors.length > 0) throw new Refusal(14020, { n: errors.length }, { findings });
  const live = await liveDefinition(tx, row);
  const breaking = live ? breakingBetween(live, definition) : [];
  if (breaking.length > 0 && !input.breaking) throw new Refusal(14022, { n: breaking.length }, { breaking });
  return bringIntoForce(tx, call, { row, definition, note: input.note, rollbackOf: null, enabled: input.enable || row.enabled });
}

/** Publishes an older version again: 14023 where what it needs is gone. The draft stays. */
export async function rollback(tx: Tx, call: CallParts, input: { id: string; no: number; note: string }): Promise<number> {
  const row = await interfaceInRange(tx, call.caller, input.id);
  const definition = await versionDefinition(tx, row.id, input.no);
  if (!definition) throw notFound();
  const errors = checkDraft(definition, await factsFor(tx, row.prefix_id, definition)).filter(({ level }) => level === 'error');
  if (errors.length > 0) {
    const object = call.services.texts.text(call.caller.language, 'access', errors[0]!.key, errors[0]!.params ?? {});
    throw new Refusal(14023, { no: input.no, object }, { no: input.no });
  }
  return bringIntoForce(tx, call, { row, definition, note: input.note, rollbackOf: input.no });
}
