import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { account } from '../common/account.contract.ts';
import type { logo, logoRole } from '../common/logo.contract.ts';
import type { AudienceMember, AudienceMode, LogTab } from '../common/words.ts';

interface Stamped {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    sno: CrudTable<typeof account, { order: 'position' }>;
    sno_member: Stamped & { sno_id: string; employee_id: string; role: 'manager' | 'editor'; rights: string[] };
    sno_audience: Stamped & { sno_id: string; member_kind: AudienceMember; member_id: string; mode: AudienceMode };
    sno_fan: {
      sno_id: string;
      employee_id: string;
      state: 'none' | 'following' | 'left' | 'blocked';
      state_before: 'none' | 'following' | 'left' | null;
      followed_at: number | null;
      left_at: number | null;
      origin: 'forced' | 'preset' | 'own' | 'import';
      remark: string;
      last_read_at: number | null;
    };
    sno_logo: CrudTable<typeof logo>;
    sno_logo_role: CrudTable<typeof logoRole>;
    sno_picture: { file_id: string; small: Buffer; large: Buffer };
    sno_log: {
      id: string;
      sno_id: string;
      tab: LogTab;
      at: number;
      kind: string;
      employee_id: string | null;
      by_id: string | null;
      by_name: string;
      ref_id: string | null;
      ref_name: string;
      result: string;
      reason: string;
      detail: unknown;
    };
  }
}
