/** How far a chain is sealed, said apart from it. Times are epoch milliseconds. */
export interface AuditAnchorTable {
  stream: string;
  /** Of several the last one moves; the others are what the chain did not go on from. */
  no: number;
  seq: number;
  hash: Buffer;
  /** UTC day of the sealing, in days since 1970. */
  day: number;
  at: number;
  /** From this place on every row has a block. */
  blocks_from: number | null;
  mac: Buffer;
  key_id: string;
}

/** When a backup was restored. */
interface AuditRestoreTable {
  at: number;
  mac: Buffer;
  key_id: string;
}

/** A place that a chain is known to have reached. */
export type Anchor = Omit<AuditAnchorTable, 'mac' | 'key_id'>;

declare module '#platform/database/tables.ts' {
  interface Tables {
    audit_anchor: AuditAnchorTable;
    audit_restore: AuditRestoreTable;
  }
}
