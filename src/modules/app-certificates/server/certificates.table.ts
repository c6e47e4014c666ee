import type { CertificateKind, CertificateFacts } from '../common/certificate.contract.ts';

interface AppCertificateTable {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  app_id: string;
  kind: CertificateKind;
  platform: 1 | 5;
  name: string;
  key_kind: CertificateFacts['keyKind'];
  environment: CertificateFacts['environment'];
  subject: string;
  issuer: string;
  serial: string;
  sha256: string;
  team_id: string | null;
  topics: string[];
  identity: string | null;
  profile_uuid: string | null;
  profile_kind: CertificateFacts['profileKind'];
  devices: number | null;
  certificate_sha256s: string[];
  not_before: number;
  not_after: number | null;
  public_part: string;
  sealed_key: string | null;
  replaced_by: string | null;
  replaced_at: number | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    app_certificate: AppCertificateTable;
  }
}
/** A stored certificate. */
export type StoredCertificate = AppCertificateTable;
