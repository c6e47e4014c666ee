import { sql } from 'kysely';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { appInRange } from '#modules/apps/server/public.ts';
import { certificationPage } from '../common/permissions.ts';
import './certificates.table.ts';

/** Fields of a certificate by their columns. */
const columns = {
  appId: 'app_id',
  kind: 'kind',
  platform: 'platform',
  name: 'name',
  keyKind: 'key_kind',
  environment: 'environment',
  subject: 'subject',
  issuer: 'issuer',
  serial: 'serial',
  sha256: 'sha256',
  teamId: 'team_id',
  topics: 'topics',
  identity: 'identity',
  profileUuid: 'profile_uuid',
  profileKind: 'profile_kind',
  devices: 'devices',
  certificateSha256s: 'certificate_sha256s',
  notBefore: 'not_before',
  notAfter: 'not_after',
  publicPart: 'public_part',
  sealedKey: 'sealed_key',
  replacedBy: 'replaced_by',
  replacedAt: 'replaced_at',
} as const;

const hidden = new Set(['appId', 'publicPart', 'replacedBy', 'certificateSha256s']);
const moments = new Set(['notBefore', 'notAfter', 'replacedAt']);

/** Certificates in the change engine; they lie where their app lies. */
export const certificateKind: Kind = certificates();

function certificates(): Kind {
  const { unranged: _unranged, ...kind } = tableKind({
    kind: 'appCertificate',
    module: 'app-certificates',
    codes: { read: certificationPage.code, revert: certificationPage.button.replace },
    table: 'app_certificate',
    name: 'name',
    fields: Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [
        name,
        {
          column,
          ...(name === 'sealedKey' && { secret: true as const }),
          ...(hidden.has(name) && { internal: true as const }),
          ...(moments.has(name) && { moment: true as const }),
        },
      ]),
    ),
    unique: { app_certificate_current: 'fileId' },
  });
  return { ...kind, outside };
}

async function outside(
  tx: Tx,
  range: Range,
  operations: readonly { id: string; action: string; after: Fields | null }[],
): Promise<Set<number>> {
  if (range.all) return new Set();
  const stored = operations.map(({ id }) => id);
  const requested = operations.flatMap(({ after }) => (typeof after?.['appId'] === 'string' ? [after['appId']] : []));
  const { rows } = await sql<{
    id: string;
  }>`select t.id from app_certificate t where t.id = any(${stored}::uuid[]) and ${appInRange(range, 't.app_id')}
    union all select t.app_id from unnest(${requested}::uuid[]) as t(app_id) where ${appInRange(range, 't.app_id')}`.execute(tx);
  const here = new Set(rows.map(({ id }) => id));
  return new Set(
    operations.flatMap(({ id, action, after }, index) => {
      const asked = action === 'create' ? String(after?.['appId']) : id;
      return here.has(asked) ? [] : [index];
    }),
  );
}
