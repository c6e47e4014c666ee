import type { Generated } from 'kysely';
import type { FileKind, FileState } from '../common/words.ts';

/** A file of a message. */
export interface ChatFileTable {
  id: string;
  version: Generated<number>;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  message_id: string;
  conversation_id: string;
  sender_id: string;
  file_id: string;
  name: string;
  kind: FileKind;
  content_type: string;
  size: number;
  digest: string;
  sent_at: number;
  expires_at: number | null;
  state: FileState;
  downloads: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    im_file: ChatFileTable;
  }
}
