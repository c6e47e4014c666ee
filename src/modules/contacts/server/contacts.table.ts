import type { Generated } from 'kysely';
import type { RangeRow } from '../common/role.contract.ts';
import type { FieldOverride } from '../common/special.contract.ts';
import type { ExactField, ListMemberKind, SpecialMode } from '../common/words.ts';

export interface ContactRoleTable {
  role_id: string;
  auth_rows: RangeRow[];
  search_same: boolean;
  search_rows: RangeRow[];
  exact_match: ExactField[];
  functions: string[];
  order_no: Generated<number>;
}

export interface ContactSpecialTable {
  role_id: string;
  priority: number;
  mode: SpecialMode;
  fields: FieldOverride[];
  denied_functions: string[];
  proxy_emp_id: string | null;
  exceptions_see: { kind: 'general' | 'fields'; fields: FieldOverride[] };
  exception_role_ids: string[];
  until_at: number | null;
}

export interface ContactBelongsTable {
  role_id: string;
  kind: ListMemberKind;
  object_id: string;
  since: number;
  by: string | null;
}

export interface ContactWhiteTable {
  id: string;
  member_kind: ListMemberKind;
  member_id: string;
  include_hidden: boolean;
  reason: string;
  until_at: number;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

export interface ContactRevealTable {
  id: Generated<number>;
  at: number;
  viewer_id: string;
  target_id: string;
  field_key: string;
  terminal: string;
}

export interface ContactTraceTable {
  ref: string;
  at: number;
  viewer_id: string;
  target_id: string;
  asked: string;
  step: number;
  decider: string;
  rule_id: string | null;
  rule_name: string;
}

export interface ContactScrapeTable {
  id: string;
  viewer_id: string;
  state: 'watched' | 'blocked' | 'cleared';
  cards: number;
  since: number;
  until_at: number;
  cleared_at: number | null;
  cleared_by: string | null;
}

export interface ContactFavouriteTable {
  viewer_id: string;
  target_id: string;
  at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    contact_role: ContactRoleTable;
    contact_special: ContactSpecialTable;
    contact_belongs: ContactBelongsTable;
    contact_white: ContactWhiteTable;
    contact_reveal: ContactRevealTable;
    contact_trace: ContactTraceTable;
    contact_scrape: ContactScrapeTable;
    contact_favourite: ContactFavouriteTable;
  }
}
