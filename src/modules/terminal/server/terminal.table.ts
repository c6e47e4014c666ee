import type { Generated } from 'kysely';
import type { SessionStage } from '#kit/common/client/client-facts.ts';
import type { SessionEnd } from '../common/terminal-facts.ts';

/** A session of a terminal. */
export interface TerminalSessionTable {
  id: string;
  employee_id: string;
  app_key: string;
  platform: number;
  install_id: string;
  build_no: number;
  api_version: number;
  key_thumbprint: string;
  access_hash: Buffer;
  access_until: number;
  refresh_hash: Buffer;
  refresh_until: number;
  whole_until: number;
  used_hash: Buffer | null;
  used_at: number | null;
  used_request: Buffer | null;
  used_salt: Buffer | null;
  stage: SessionStage;
  must_change: boolean;
  way: string;
  factor: string;
  address: string;
  user_agent: string;
  epoch_seen: Generated<string>;
  created_at: number;
  last_at: number;
  ended_at: number | null;
  ended_by: SessionEnd | null;
  told: Generated<boolean>;
}

interface TerminalProofTable {
  hash: Buffer;
  until: number;
}

interface TerminalQrTable {
  code_hash: Buffer;
  number: string;
  state: Generated<'waiting' | 'scanned' | 'confirmed' | 'rejected'>;
  platform: number;
  install_id: string;
  key_thumbprint: string;
  address: string;
  employee_id: string | null;
  way: string | null;
  factor: string | null;
  until: number;
}

interface TerminalEnrolCodeTable {
  code_hash: Buffer;
  used_at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    terminal_session: TerminalSessionTable;
    terminal_proof: TerminalProofTable;
    terminal_qr: TerminalQrTable;
    terminal_enrol_code: TerminalEnrolCodeTable;
  }
}
