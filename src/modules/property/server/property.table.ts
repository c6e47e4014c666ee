import type { ColumnType, Generated } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import type { PropertyExposure, PropertyRules, PropertyType } from '#kit/common/property.ts';
import type { Json } from '#kit/server/change/kind.ts';
import type { ScopeOfValue } from '../common/value.contract.ts';

interface Stamps {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** What can be set. */
export interface PropertyTable extends Stamps {
  namespace: string;
  key: string;
  type: PropertyType;
  default_value: ColumnType<Json, string, string>;
  rules: ColumnType<PropertyRules | null, string | null, string | null>;
  description: ColumnType<LocalDraft, string, string>;
  exposure: PropertyExposure;
  secret: boolean;
  deprecated: boolean;
  module: string | null;
}

/** What was set. */
export interface PropertyValueTable extends Stamps {
  property_id: string;
  label: string;
  scope_kind: ScopeOfValue;
  scope_id: string;
  object_id: string | null;
  value: ColumnType<Json, string | null, string | null>;
  sealed: string | null;
  priority: number;
  valid_from: number | null;
  valid_until: number | null;
  enabled: boolean;
}

/** Records a change of what terminals read. */
export interface PropertyChangeTable {
  id: Generated<number>;
  at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    property: PropertyTable;
    property_value: PropertyValueTable;
    property_change: PropertyChangeTable;
  }
}
