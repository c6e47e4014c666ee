import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { appInRange } from '#modules/apps/server/public.ts';
import type { CertificateKind, CertificateRow, pushCerts } from '../common/certificate.contract.ts';
import type { StoredCertificate } from './certificates.table.ts';

type Reading = Pick<Call, 'db' | 'caller' | 'services'>;
const dayMillis = 86_400_000;
/** Days before the end at which a certificate is told as expiring. */
const noticeDays = 60;

/** A page of the certificates of a kind, those that expire first first. */
export async function listCertificates(
  call: Reading,
  kind: CertificateKind,
  input: Parsed<typeof pushCerts.list>,
): Promise<Reply<typeof pushCerts.list>> {
  const where: RawBuilder<boolean>[] = [
    sql<boolean>`c.kind = ${kind}`,
    appInRange(call.caller.scope(), 'c.app_id'),
    input.replaced ? sql<boolean>`c.replaced_by is not null` : sql<boolean>`c.replaced_by is null`,
    ...(input.appId ? [sql<boolean>`c.app_id = ${input.appId}::uuid`] : []),
  ];
  const orders = { notAfter: sql`c.not_after`, createdAt: sql`c.created_at` };
  const source = { columns: sql`c.*`, from: sql`app_certificate c`, where, order: orderOf(input.sort ?? 'notAfter', orders, sql`c.id`) };
  const { list, ...counted } = await readPage<StoredCertificate>(call.db, source, input);
  return { list: await viewsOf(call, list), ...counted };
}

async function viewsOf({ db, services }: Reading, rows: readonly StoredCertificate[]): Promise<CertificateRow[]> {
  const digests = rows.flatMap((row) => row.certificate_sha256s);
  const { rows: mains } = await sql<{ app: string; sha256: string; name: string }>`select app_id as app, sha256, name from app_certificate
    where kind = 'main' and replaced_by is null and sha256 = any(${digests}::text[])`.execute(db);
  const now = services.now();
  return rows.map((row) => {
    const end = row.not_after === null ? null : Number(row.not_after);
    const daysLeft = end === null ? null : Math.floor((end - now) / dayMillis);
    const state =
      row.replaced_by !== null
        ? 'replaced'
        : end !== null && end <= now
          ? 'expired'
          : daysLeft !== null && daysLeft <= noticeDays
            ? 'expiring'
            : 'valid';
    return {
      id: row.id,
      version: row.version,
      createdAt: Number(row.created_at),
      createdBy: row.created_by,
      updatedAt: Number(row.updated_at),
      updatedBy: row.updated_by,
      appId: row.app_id,
      kind: row.kind,
      platform: row.platform,
      name: row.name,
      keyKind: row.key_kind,
      environment: row.environment,
      subject: row.subject,
      issuer: row.issuer,
      serial: row.serial,
      sha256: row.sha256,
      teamId: row.team_id,
      topics: row.topics,
      identity: row.identity,
      profileUuid: row.profile_uuid,
      profileKind: row.profile_kind,
      devices: row.devices,
      certificateSha256s: row.certificate_sha256s,
      notBefore: Number(row.not_before),
      notAfter: end,
      state,
      daysLeft,
      hasKey: row.sealed_key !== null,
      joins: mains.find((main) => main.app === row.app_id && row.certificate_sha256s.includes(main.sha256))?.name ?? null,
    };
  });
}

/** A certificate in the caller's range; refuses with 10404 or 10910. */
export async function certificateIn(
  { db, caller }: Pick<Reading, 'db' | 'caller'>,
  id: string,
  kind?: CertificateKind,
): Promise<StoredCertificate> {
  const { rows } = await sql<StoredCertificate>`select c.* from app_certificate c where c.id = ${id}::uuid
    and ${appInRange(caller.scope(), 'c.app_id')} and ${kind === undefined ? sql`true` : sql`c.kind = ${kind}`}`.execute(db);
  if (!rows[0]) throw caller.scope().all ? notFound() : outOfRange();
  return rows[0];
}
