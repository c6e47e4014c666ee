import type { Generated } from 'kysely';

/** An uploaded or made file; times in epoch milliseconds, size in bytes. */
export interface FileTable {
  id: string;
  /** SHA-256 of its content: its name in the file store. */
  hash: string;
  name: string;
  type: string;
  size: number;
  /** What it is for: `import`, `export`, `avatar`. */
  purpose: string;
  /** uid of who uploaded it or for whom it was made. */
  owner: string;
  created_at: number;
  /** Null: kept until its owner forgets it. */
  expires_at: number | null;
  /** What the columns of a sheet were said to be, in their order; null: its own titles. */
  titles: Generated<string[] | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    file: FileTable;
  }
}
