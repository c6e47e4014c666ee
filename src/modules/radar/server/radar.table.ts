import type { ColumnType } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';
import type { WarningFacts, WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import type { radarOrigins } from '../common/radar.contract.ts';

/** Something that ends or ages. */
export interface RadarItemTable {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  kind: string;
  object_kind: string;
  object_id: string;
  origin: (typeof radarOrigins)[number];
  name: string;
  names: ColumnType<LocalText | null, string | null, string | null>;
  dept_id: string | null;
  due_at: number | null;
  since: number | null;
  facts: ColumnType<WarningFacts, string, string>;
  impact: string;
  link: string | null;
  owner_id: string | null;
  snoozed_until: number | null;
  reason: string | null;
  remind_days: number[];
  told: WarningSeverity | null;
}

/** A step of which an owner got a mail. */
interface RadarOwnerMailTable {
  item_id: string;
  owner_id: string;
  due_day: number;
  step: number;
  at: number;
}

interface RadarRoundTable {
  one: boolean;
  at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    radar_item: RadarItemTable;
    radar_round: RadarRoundTable;
    radar_owner_mail: RadarOwnerMailTable;
  }
}
