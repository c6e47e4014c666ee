import type { Db } from '#kit/server/directory.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import './certificates.table.ts';

/** A push certificate or key in use, opened. */
export interface UsedCertificate {
  readonly id: string;
  readonly keyKind: string;
  readonly environment: string | null;
  readonly topics: readonly string[];
  readonly teamId: string | null;
  readonly keyId: string;
  readonly certificate: string;
  readonly privateKey: string;
  readonly notAfter: number | null;
}

/** The push certificate or key of an app that is in use for an environment; undefined where there is none. */
export async function currentCertificate(
  db: Db,
  secrets: Pick<Secrets, 'open'>,
  { appId, platform, environment }: { appId: string; platform: 1 | 5; environment: 'sandbox' | 'production' },
): Promise<UsedCertificate | undefined> {
  const row = await db
    .selectFrom('app_certificate')
    .selectAll()
    .where('app_id', '=', appId)
    .where('platform', '=', platform)
    .where('kind', '=', 'push')
    .where('replaced_by', 'is', null)
    .where('environment', 'in', [environment, 'both'])
    .orderBy('not_after', 'desc')
    .executeTakeFirst();
  if (!row || row.sealed_key === null) return undefined;
  return {
    id: row.id,
    keyKind: row.key_kind,
    environment: row.environment,
    topics: row.topics,
    teamId: row.team_id,
    keyId: row.serial,
    certificate: row.public_part,
    privateKey: secrets.open(row.sealed_key, { table: 'app_certificate', column: 'sealed_key', row: row.id }),
    notAfter: row.not_after === null ? null : Number(row.not_after),
  };
}
