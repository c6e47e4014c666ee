import { createHash, randomBytes } from 'node:crypto';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { accessKeyAdd, accessKeyList, accessKeyRevoke, type AccessKeyRow } from '../common/system.contract.ts';
import { accessChanged } from './access-changes.ts';
import type { AccessKeyTable } from './access.table.ts';
import { assertSystem } from './through-system.ts';

const mostActive = 5;
const dayMillis = 86_400_000;
const endingMillis = 30 * dayMillis;
const longestMillis = 2 * 366 * dayMillis;

/** Where the secret of a key is sealed. */
export const keyPlace = (id: string) => ({ table: 'access_key', column: 'secret', row: id });

/** SHA-256 of a secret that is only compared. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

function stateOf(key: AccessKeyTable, now: number): AccessKeyRow['state'] {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at === null) return 'active';
  if (key.expires_at <= now) return 'expired';
  return key.expires_at - now < endingMillis ? 'ending' : 'active';
}

async function touchSystem(db: Tx, caller: Caller, systemId: string): Promise<void> {
  await assertSystem(db, caller.scope(), systemId);
  const { name } = await db.selectFrom('access_system').select('name').where('id', '=', systemId).forUpdate().executeTakeFirstOrThrow();
  caller.touch({ kind: 'accessSystem', id: systemId, name });
}

async function addKey(tx: Tx, { caller, services }: Call, input: Parsed<typeof accessKeyAdd>): Promise<Reply<typeof accessKeyAdd>> {
  await touchSystem(tx, caller, input.systemId);
  const now = services.now();
  if (input.expiresAt !== null && (input.expiresAt <= now || input.expiresAt > now + longestMillis))
    throw new InvalidInput([{ path: 'expiresAt', namespace: 'access', key: 'issue.keyEnd' }]);
  const keys = await tx.selectFrom('access_key').selectAll().where('system_id', '=', input.systemId).execute();
  const live = keys.filter((key) => ['active', 'ending'].includes(stateOf(key, now)));
  if (live.length >= mostActive) throw new Refusal(14070, { n: mostActive, objects: 'keys' });
  const system = await tx.selectFrom('access_system').select('address_list').where('id', '=', input.systemId).executeTakeFirstOrThrow();
  if (input.kind === 'apiKey' && system.address_list.length === 0)
    throw new InvalidInput([{ path: 'kind', namespace: 'access', key: 'issue.apiKeyAddresses' }]);
  const [id, secret] = [newId(), randomBytes(32).toString('base64url')];
  const keyId = `wk_${randomBytes(12).toString('hex')}`;
  await tx
    .insertInto('access_key')
    .values({
      id,
      system_id: input.systemId,
      name: input.name,
      key_id: keyId,
      kind: input.kind,
      secret: input.kind === 'hmac' ? services.secrets.seal(secret, keyPlace(id)) : secretHash(secret),
      created_at: now,
      created_by: caller.uid,
      expires_at: input.expiresAt,
      revoked_at: null,
      last_used_at: null,
    })
    .execute();
  caller.note({ key: input.name, keyId, kind: input.kind });
  await accessChanged(tx);
  return { id, keyId, secret };
}

/** Keys of systems. */
export const keyRoutes: readonly BoundRoute[] = [
  handle(accessKeyList, async ({ db, caller, services }, { systemId }) => {
    await assertSystem(db, caller.scope(), systemId);
    const keys = await db.selectFrom('access_key').selectAll().where('system_id', '=', systemId).orderBy('created_at', 'desc').execute();
    return {
      list: keys.map((key) => ({
        id: key.id,
        name: key.name,
        keyId: key.key_id,
        kind: key.kind,
        state: stateOf(key, services.now()),
        expiresAt: key.expires_at,
        lastUsedAt: key.last_used_at,
        createdAt: key.created_at,
      })),
    };
  }),
  handle(accessKeyAdd, (call, input) => call.write((tx) => addKey(tx, call, input))),
  handle(accessKeyRevoke, (call, { systemId, ids }) =>
    call.write(async (tx) => {
      await touchSystem(tx, call.caller, systemId);
      const revoked = await tx
        .updateTable('access_key')
        .set({ revoked_at: call.services.now() })
        .where('system_id', '=', systemId)
        .where('id', 'in', ids)
        .where('revoked_at', 'is', null)
        .returning('name')
        .execute();
      call.caller.note({ keys: revoked.map(({ name }) => name) });
      await accessChanged(tx);
      return { count: revoked.length };
    }),
  ),
];
