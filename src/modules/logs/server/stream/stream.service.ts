import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound } from '#kit/server/refusal.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { streamAdd, streamRemove, streamUpdate } from '../../common/stream.contract.ts';
import { keyPlace } from './stream-connection.ts';
import { streamKind } from './stream.kind.ts';
import './stream.table.ts';

/** Adds a receiver, disabled. Refuses with 10411 (name) and 10400. */
export async function addStream(tx: Tx, caller: Caller, secrets: Secrets, input: Parsed<typeof streamAdd>): Promise<{ id: string }> {
  const { clientKey, ...rest } = input;
  const id = newId();
  const sealed = clientKey === undefined ? null : secrets.seal(clientKey, keyPlace(id));
  const fields: Record<string, unknown> = { ...rest, clientKey: sealed, enabled: false };
  await createObjects(tx, caller, streamKind, [{ id, name: input.name, path: null, fields: fields as Fields }]);
  return { id };
}

/** Changes the given fields. A stored key never goes to a receiver for which it was not entered. */
export async function updateStream(tx: Tx, caller: Caller, secrets: Secrets, input: Parsed<typeof streamUpdate>): Promise<void> {
  const { id, version, clientKey, ...rest } = input;
  const row = await tx.selectFrom('siem_stream').select(['host', 'port', 'client_key']).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  const isMoved = (rest.host ?? row.host) !== row.host || (rest.port ?? row.port) !== row.port;
  if (isMoved && row.client_key !== null && clientKey === undefined && rest.clientCert !== null)
    throw new InvalidInput([{ path: 'clientKey', namespace: 'logs', key: 'issue.keyAgain' }]);
  const key = clientKey !== undefined ? secrets.seal(clientKey, keyPlace(id)) : rest.clientCert === null ? null : undefined;
  const fields = { ...rest, ...(key !== undefined && { clientKey: key }) } as Fields;
  await changeObjects(tx, caller, streamKind, [{ id, version, fields }]);
}

type Bulk = Parsed<typeof streamRemove>;

/** Begins to send, or sends no more; answers how many changed. Who is enabled first gets what is written from now on. */
export function switchStreams(tx: Tx, caller: Caller, { ids, reason }: Bulk, enabled: boolean): Promise<number> {
  const request = { ids, action: enabled ? 'enable' : 'disable', field: 'enabled', value: enabled, reason } as const;
  return switchObjects(tx, caller, streamKind, request);
}

/** Deletes them with their places. */
export const removeStreams = (tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> =>
  removeObjects(tx, caller, streamKind, ids, { reason: reason ?? null });
