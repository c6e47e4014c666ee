import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { RangeKind } from '#kit/common/role/role-range.ts';
import type { LocalText } from '#kit/common/language.ts';

/** What the running version of the product delivers for a node. */
export interface ShippedFacts {
  names: LocalText;
  icon: string | null;
  parent: string | null;
  orderNo: number;
}

export interface ResourceTable {
  id: string;
  code: string;
  parent: string | null;
  kind: 'menu' | 'button' | 'url';
  module: string;
  route: string | null;
  names: JSONColumnType<Partial<LocalText>>;
  icon: string | null;
  order_no: number;
  visible: boolean;
  nested: boolean;
  dangerous: boolean;
  origin: 'shipped' | 'custom';
  shipped: ColumnType<ShippedFacts | null, string | null, string | null>;
  retired_at: number | null;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

export type Preset = 'super' | 'system' | 'security' | 'audit';

export interface RoleTable {
  id: string;
  module: string;
  code: string;
  name: string;
  description: Generated<string>;
  enabled: boolean;
  is_supper_admin: boolean;
  preset: Preset | null;
  app_key: string | null;
  terminal_type: number | null;
  owner_dept_id: string | null;
  rule_type: number | null;
  exclusive_with: string[];
  expires_at: number | null;
  range_kind: RangeKind;
  range_departments: string[];
  needs_factor: Generated<boolean>;
  member_days: number | null;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

export interface RoleMemberTable {
  role_id: string;
  kind: 'employee' | 'department' | 'crowd';
  object_id: string;
  since: number;
  until: number | null;
  by: string | null;
}

export interface RoleGrantTable {
  role_id: string;
  code: string;
}

export interface AccessChangeTable {
  id: Generated<number>;
  at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    resource: ResourceTable;
    role: RoleTable;
    role_member: RoleMemberTable;
    role_grant: RoleGrantTable;
    access_change: AccessChangeTable;
  }
}
