import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound } from '#kit/server/refusal.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { serverAdd, serverDrain, serverRemove, serverUpdate } from '../common/server.contract.ts';
import { addressText, type ServerAddress } from '../common/server-facts.ts';
import { assertWholeSite } from './whole-site.ts';
import { serverConfigKind } from './server.kind.ts';

const secretPlace = (id: string) => ({ table: 'server_config', column: 'secret', row: id });

/** Adds one, enabled. Refuses with 10411 (code, name). */
export async function addServer(
  tx: Tx,
  caller: Caller,
  secrets: Secrets,
  input: Omit<Parsed<typeof serverAdd>, 'caFileId'>,
): Promise<{ id: string }> {
  assertWholeSite(caller);
  assertCertificates(input.ca);
  const { secret, ...rest } = input;
  const id = newId();
  const fields = { ...rest, secret: secret === undefined ? null : secrets.seal(secret, secretPlace(id)), enabled: true, draining: false };
  await createObjects(tx, caller, serverConfigKind, [{ id, name: input.name, path: null, fields: fields as Fields }]);
  return { id };
}

/** Changes the given fields. A stored secret never goes to an address for which it was not entered: another one needs it again. */
export async function updateServer(
  tx: Tx,
  caller: Caller,
  secrets: Secrets,
  input: Omit<Parsed<typeof serverUpdate>, 'caFileId'>,
): Promise<void> {
  assertWholeSite(caller);
  const { id, version, secret, ...rest } = input;
  if (rest.ca !== undefined) assertCertificates(rest.ca);
  const row = await tx.selectFrom('server_config').select(['addresses', 'secret']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  if (row.secret !== null && secret === undefined && rest.addresses && !sameTargets(row.addresses, rest.addresses))
    throw new InvalidInput([{ path: 'secret', namespace: 'servers', key: 'issue.secretAgain' }]);
  const fields = { ...rest, ...(secret !== undefined && { secret: secrets.seal(secret, secretPlace(id)) }) };
  await changeObjects(tx, caller, serverConfigKind, [{ id, version, fields: fields as Fields }]);
}

/** Whether no address is named that was not there before. */
export function sameTargets(before: readonly ServerAddress[], after: readonly ServerAddress[]): boolean {
  const known = new Set(before.map((address) => addressText({ ...address, path: '' })));
  return after.every((address) => known.has(addressText({ ...address, path: '' })));
}

function assertCertificates(ca: string | null): void {
  if (ca === null || /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(ca)) return;
  throw new InvalidInput([{ path: 'ca', namespace: 'servers', key: 'issue.pem' }]);
}

type Bulk = Parsed<typeof serverRemove>;

/** Brings into use or out of it; answers how many changed. Refuses with 11030. */
export function switchServers(tx: Tx, caller: Caller, { ids, reason }: Bulk, enabled: boolean): Promise<number> {
  assertWholeSite(caller);
  return switchObjects(tx, caller, serverConfigKind, {
    ids,
    action: enabled ? 'enable' : 'disable',
    field: 'enabled',
    value: enabled,
    reason,
  });
}

/** Leaves out of new documents, or takes in again. Refuses with 11030. */
export function drainServers(tx: Tx, caller: Caller, { ids, reason, draining }: Parsed<typeof serverDrain>): Promise<number> {
  assertWholeSite(caller);
  return switchObjects(tx, caller, serverConfigKind, {
    ids,
    action: draining ? 'disable' : 'enable',
    field: 'draining',
    value: draining,
    reason,
  });
}

/** Deletes those that no platform names. Refuses with 10410 and 11030. */
export function removeServers(tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  assertWholeSite(caller);
  return removeObjects(tx, caller, serverConfigKind, ids, { reason: reason ?? null });
}
