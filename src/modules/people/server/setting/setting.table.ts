import type { ColumnType } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { MaskableField } from '../../common/employee-fields.ts';

/** What is set about people; one row. */
interface MucSettingTable {
  id: string;
  mobile_repeats: boolean;
  account_reuse_days: number;
  recycle_days: number;
  link_hours: number;
  locale: Language;
  time_zone: string | null;
  masked_fields: ColumnType<MaskableField[], string, string>;
  number_format: string | null;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    muc_setting: MucSettingTable;
  }
}
