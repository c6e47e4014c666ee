import type { Generated } from 'kysely';

/** A key pair under which days are signed. Times are epoch milliseconds. */
interface AuditKeyTable {
  id: string;
  /** SPKI as PEM. */
  public_key: string;
  /** PKCS #8, sealed by the master key. */
  private_key: string;
  created_at: number;
}

/** Rows that were sealed together, as the root of a tree over their digests. */
export interface AuditBlockTable {
  stream: string;
  first_seq: number;
  last_seq: number;
  /** UTC day, in days since 1970. */
  day: number;
  hash: Buffer;
}

/** The signed root of a finished day. */
export interface AuditRootTable {
  stream: string;
  day: number;
  /** In the order of signing. */
  no: Generated<number>;
  first_seq: number;
  last_seq: number;
  root: Buffer;
  previous_root: Buffer;
  signature: Buffer;
  key_id: string;
  signed_at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    audit_key: AuditKeyTable;
    audit_block: AuditBlockTable;
    audit_root: AuditRootTable;
  }
}
