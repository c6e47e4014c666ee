import type { FastifyRequest } from 'fastify';
import { createRateLimit } from '#kit/server/session/rate-limit.ts';
import { isAllowedAddress } from '#kit/server/session/allowed-address.ts';
import type { Services } from '#kit/server/services.ts';
import { scimSourceConfig, type ScimSourceConfig } from '../../common/config/scim.ts';
import { tokenHash } from '../admin/tokens.ts';
import { ScimError } from './scim-error.ts';
import '../source.table.ts';

/** Caller that pushes to a source: the source, identified by its token. */
export interface ScimCaller {
  readonly sourceId: string;
  readonly code: string;
  readonly config: ScimSourceConfig;
  readonly tokenId: string;
  readonly tokenName: string;
  readonly address: string;
}

/** Pushes a second and source; more is 429. */
const limit = createRateLimit({ burst: 100, perSecond: 50, keys: 1_000 });
const noteMillis = 60_000;

/**
 * The source behind a bearer token (RFC 6750): it must be that of the address, enabled, not expired, and come from where it may. Who is
 * refused learns no more than 401.
 */
export async function scimCallerOf(services: Pick<Services, 'database' | 'now'>, request: FastifyRequest): Promise<ScimCaller> {
  const { sysCode } = request.params as { sysCode: string };
  const token = /^Bearer ([\x21-\x7e]{10,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw unauthorised();
  const now = services.now();
  const row = await services.database.db
    .selectFrom('scim_token as token')
    .innerJoin('source', 'source.id', 'token.source_id')
    .select([
      'token.id',
      'token.name',
      'token.last_used_at',
      'token.last_address',
      'source.id as source_id',
      'source.config',
      'source.enabled',
    ])
    .where('token.hash', '=', tokenHash(token))
    .where('token.expires_at', '>', now)
    .where('source.code', '=', sysCode)
    .where('source.kind', '=', 'scim')
    .executeTakeFirst();
  const config = scimSourceConfig.safeParse(row?.config ?? {});
  if (!row || !config.success || !isAllowedAddress(request.ip, config.data.allowedAddresses)) throw unauthorised();
  if (!row.enabled) throw new ScimError(403, 'This source is disabled');
  const wait = limit(row.source_id, now);
  if (wait > 0) throw new ScimError(429, 'Too many requests', { retryAfter: wait });
  if (now - (row.last_used_at ?? 0) > noteMillis || row.last_address !== request.ip)
    await services.database.db
      .updateTable('scim_token')
      .set({ last_used_at: now, last_address: request.ip })
      .where('id', '=', row.id)
      .execute();
  return { sourceId: row.source_id, code: sysCode, config: config.data, tokenId: row.id, tokenName: row.name, address: request.ip };
}

const unauthorised = (): ScimError => new ScimError(401, 'The token is missing, expired or not for this source');
