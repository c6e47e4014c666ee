import { createHash, randomBytes } from 'node:crypto';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, wrongState } from '#kit/server/refusal.ts';
import type { Tx } from '#kit/server/services.ts';
import type * as contract from '../../common/scim-token.contract.ts';
import { findSource, type Means, type SourceFound } from './source.query.ts';

const mostTokens = 5;
const longestMillis = 2 * 366 * 86_400_000;
const prefixLength = 8;

/** What is kept of a token: it is random and long, so that a plain digest can't be guessed back. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

async function scimSource(call: Means, id: string): Promise<SourceFound> {
  const found = await findSource(call, id);
  if (found.kind !== 'scim') throw wrongState(found.kind);
  return found;
}

/** Tokens of a source, and where the other side pushes to. */
export async function listTokens(
  call: Means,
  { sourceId }: Parsed<typeof contract.scimTokenList>,
): Promise<Reply<typeof contract.scimTokenList>> {
  const { code } = await scimSource(call, sourceId);
  const rows = await call.db.selectFrom('scim_token').selectAll().where('source_id', '=', sourceId).orderBy('created_at').execute();
  return {
    address: `${call.services.settings.publicUrl ?? ''}/scim/v2/${code}`,
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      lastAddress: row.last_address,
      createdAt: row.created_at,
    })),
  };
}

/** Makes a token and answers it this once. */
export async function addToken(
  call: Call,
  tx: Tx,
  { sourceId, name, expiresAt }: Parsed<typeof contract.scimTokenAdd>,
): Promise<Reply<typeof contract.scimTokenAdd>> {
  const inside = { ...call, db: tx };
  const source = await scimSource(inside, sourceId);
  const now = call.services.now();
  if (expiresAt <= now || expiresAt > now + longestMillis)
    throw new InvalidInput([{ path: 'expiresAt', namespace: 'user-centre', key: 'source.issue.tokenEnd' }]);
  // One after another, so that five stay five.
  await tx.selectFrom('source').select('id').where('id', '=', sourceId).forUpdate().execute();
  const { list } = await listTokens(inside, { sourceId });
  if (list.length >= mostTokens)
    throw new InvalidInput([{ path: 'name', namespace: 'user-centre', key: 'source.issue.tokens', params: { n: mostTokens } }]);
  const token = `scim_${randomBytes(32).toString('base64url')}`;
  const id = newId();
  await tx
    .insertInto('scim_token')
    .values({
      id,
      source_id: sourceId,
      name,
      hash: tokenHash(token),
      prefix: token.slice(0, 'scim_'.length + prefixLength),
      expires_at: expiresAt,
      created_at: now,
      created_by: call.caller.uid,
    })
    .execute();
  touch(call, source, { added: name, expiresAt });
  return { id, token };
}

/** Revokes a token: the next call with it is refused. */
export async function deleteToken(call: Call, tx: Tx, { sourceId, id }: Parsed<typeof contract.scimTokenDelete>): Promise<number> {
  const source = await scimSource({ ...call, db: tx }, sourceId);
  const gone = await tx
    .deleteFrom('scim_token')
    .where('id', '=', id)
    .where('source_id', '=', sourceId)
    .returning('name')
    .executeTakeFirst();
  if (!gone) throw notFound();
  touch(call, source, { revoked: gone.name });
  return 1;
}

function touch({ caller }: Call, source: SourceFound, facts: Record<string, unknown>): void {
  caller.touch({ kind: 'source', id: source.id, name: source.name });
  caller.note(facts);
}
