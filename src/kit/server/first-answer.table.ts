import type { Generated } from 'kysely';

interface FirstAnswerTable {
  uid: string;
  key: string;
  /** Of the call that works under the key. */
  id: string;
  operation: string;
  digest: Buffer;
  began_at: number;
  /** What the call writes is committed. */
  written: Generated<boolean>;
  /** The sealed envelope. */
  answer: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    first_answer: FirstAnswerTable;
  }
}
