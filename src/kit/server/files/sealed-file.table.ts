/** A content of the file store that is sealed. */
export interface FileSealTable {
  id: string;
  /** SHA-256 of the content: its name everywhere else. */
  hash: string;
  /** SHA-256 of what lies in the store: its name there. */
  stored: string;
  /** Bytes of the content. */
  size: number;
  /** The content's own key, sealed under the enterprise's key for stored files. */
  sealed: string;
  /** When it came last. */
  kept_at: number;
}

/** A content that lies in the store as it came. */
export interface FileClearTable {
  hash: string;
}

/** A content that lies sealed in the store before its row was written. */
export interface FileComingTable {
  /** That of its row in `file_seal`. */
  id: string;
  stored: string;
  /** When whoever keeps it was last at work on it. */
  seen_at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    file_seal: FileSealTable;
    file_clear: FileClearTable;
    file_coming: FileComingTable;
  }
}
