import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db } from '#kit/server/directory.ts';
import { idOf } from '#kit/server/ids.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import type { clientKeyAck, clientKeyFetch } from '../../common/client.contract.ts';
import { terminalPurposes } from '../../common/encryption.contract.ts';
import '../settings.table.ts';
import { noteHolder, noteTerminal } from './holders.ts';
import { openKey } from './keyring.ts';
import { wrapKey, x25519From } from './wrap-key.ts';

/** Keys that a terminal uses or will use. */
const living = ['pending', 'active', 'retiring'] as const;

/** A terminal is known by the key that its calls are proven with (UUID version 8, RFC 9562, of its thumbprint). */
const terminalIdOf = (call: ClientCall): string => idOf(`terminal\n${sessionOf(call).thumbprint}`);

const keysOfTerminals = (db: Db) =>
  db
    .selectFrom('encryption_key')
    .select(['key_id', 'purpose', 'algorithm', 'state'])
    .where('purpose', 'in', [...terminalPurposes])
    .where('state', 'in', [...living])
    .orderBy('purpose')
    .orderBy('created_at')
    .execute();

/** The keys, each wrapped to the public key of the device. Refuses with 10400 what is no public key. */
export async function fetchKeys(call: ClientCall, input: ClientInput<typeof clientKeyFetch>): Promise<ClientReply<typeof clientKeyFetch>> {
  const { caller, services } = call;
  const to = x25519From(input.publicKey);
  const bad = (): InvalidInput => new InvalidInput([{ path: 'publicKey', namespace: 'terminal-settings', key: 'issue.publicKey' }]);
  if (!to) throw bad();
  return call.write(async (tx) => {
    await noteTerminal(tx, terminalIdOf(call), services.now());
    const keys: ClientReply<typeof clientKeyFetch>['keys'] = [];
    for (const { key_id: keyId, purpose, algorithm, state } of await keysOfTerminals(tx)) {
      const { value } = await openKey(tx, services.secrets, keyId);
      const wrapped = wrapKey(to, { keyId, value });
      value.fill(0);
      if (!wrapped) throw bad();
      keys.push({ keyId, purpose, algorithm, state, wrapped });
    }
    caller.note({ keys: keys.map(({ keyId }) => keyId) });
    return { keys };
  });
}

/** Counts the terminal as holding these keys; keys that terminals do not hold are left out. */
export async function ackKeys(call: ClientCall, { keyIds }: ClientInput<typeof clientKeyAck>): Promise<ClientReply<typeof clientKeyAck>> {
  const { services } = call;
  const terminalId = terminalIdOf(call);
  return call.write(async (tx) => {
    const known = new Set((await keysOfTerminals(tx)).map(({ key_id: keyId }) => keyId));
    const held = [...new Set(keyIds)].filter((keyId) => known.has(keyId));
    for (const keyId of held) await noteHolder(tx, { terminalId, keyId, at: services.now() });
    return { held };
  });
}
