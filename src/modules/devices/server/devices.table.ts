import type { ColumnType, Generated } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type {
  BindingState,
  CommandKind,
  DeviceState,
  Posture,
  UnbindCause,
  CheckName,
  bindingOrigins,
  commandStates,
  ownerships,
} from '../common/device-words.ts';
import type { bindRule } from '../common/rule.contract.ts';
import type { safeDevice } from '../common/safe.contract.ts';
import type { whiteEntry } from '../common/white.contract.ts';
import type { eraseItemStates, eraseOrderStates, eraseOrigins, eraseScopes } from '../common/erase-words.ts';
import type { TraceStep } from '../common/check.contract.ts';

interface Stamped {
  id: string;
  version: Generated<number>;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** A device: its key, what it says of itself, and how it stands. */
export interface DeviceTable extends Stamped {
  name: string;
  platform: number;
  form_factor: Generated<'phone' | 'tablet' | 'computer'>;
  model: Generated<string>;
  vendor: Generated<string>;
  system_version: Generated<string>;
  patch_level: Generated<string>;
  terminal_version: Generated<string>;
  app_key: Generated<string>;
  locale: Generated<string>;
  install_id: string;
  signing_key: Json<Record<string, string>>;
  key_thumbprint: string;
  encryption_key: Json<Record<string, string> | null>;
  key_storage: Generated<'software' | 'hardware'>;
  attestation: Generated<'none' | 'claimed' | 'proven'>;
  capabilities: Json<string[]>;
  ownership: Generated<(typeof ownerships)[number]>;
  state: DeviceState;
  state_since: number;
  state_before: DeviceState | null;
  locked_by: 'administrator' | 'check' | 'owner' | null;
  lock_reason: Generated<string>;
  enrolment: Generated<number>;
  posture: Json<Posture>;
  compliant: Generated<boolean>;
  failing: Json<CheckName[]>;
  failing_since: Json<Partial<Record<CheckName, number>>>;
  last_seen_at: number;
  last_address: Generated<string>;
  last_employee_id: string | null;
  unsent: Json<{ drafts?: number; files?: number }>;
  command_seq: Generated<number>;
  owner_dept_id: string | null;
  asset_no: Generated<string>;
  remark: Generated<string>;
  push_token: string | null;
  push_token_at: number | null;
  gesture_reset_at: number | null;
}

type Json<T> = ColumnType<T, string | undefined, string>;

interface DeviceBindingTable {
  id: string;
  version: Generated<number>;
  device_id: string;
  employee_id: string;
  state: BindingState;
  origin: (typeof bindingOrigins)[number];
  rule_id: string | null;
  is_primary: Generated<boolean>;
  requested_at: number;
  request_address: Generated<string>;
  request_reason: Generated<string>;
  why_pending: 'mode' | 'full' | 'registerFirst' | null;
  decided_by: string | null;
  decided_at: number | null;
  decision_reason: Generated<string>;
  bound_at: number | null;
  last_used_at: number | null;
  unbound_at: number | null;
  unbound_by: UnbindCause | null;
  unbound_who: string | null;
  unbound_reason: Generated<string>;
  expires_at: number | null;
  /** When those who decide were reminded last. */
  reminded_at: Generated<number | null>;
  updated_at: number;
}

interface DeviceCommandTable {
  id: string;
  device_id: string;
  enrolment: number;
  seq: number;
  kind: CommandKind;
  params: Json<Record<string, unknown>>;
  jws: string;
  hash: string;
  key_id: string;
  state: (typeof commandStates)[number];
  deliveries: Generated<number>;
  queued_at: number;
  queued_by: string | null;
  delivered_at: number | null;
  deferred_until: number | null;
  ack_jws: string | null;
  ack_at: number | null;
  result: Json<Record<string, unknown> | null>;
  erase_item_id: string | null;
  expires_at: number | null;
}

interface EraseOrderTable {
  id: string;
  version: Generated<number>;
  scope: (typeof eraseScopes)[number];
  app_id: string | null;
  reason: string;
  origin: (typeof eraseOrigins)[number];
  shown: Json<unknown[]>;
  state: (typeof eraseOrderStates)[number];
  hold_until: number;
  asked_at: number;
  asked_by: string;
  asked_name: Generated<string>;
  approved_by: string | null;
  approved_name: string | null;
  approved_at: number | null;
  confirmed_at: number | null;
  updated_at: number;
}

interface EraseItemTable {
  id: string;
  order_id: string;
  device_id: string;
  device_name: string;
  employee_id: string | null;
  state: (typeof eraseItemStates)[number];
  key_destroyed_at: number | null;
  command_id: string | null;
  ordered_at: number;
  delivered_at: number | null;
  acknowledged_at: number | null;
  too_late: Generated<boolean>;
  closed_reason: Generated<string>;
  updated_at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    device: DeviceTable;
    device_identifier: { device_id: string; kind: string; value: string };
    device_binding: DeviceBindingTable;
    bind_rule: CrudTable<typeof bindRule>;
    bind_rule_member: Stamped & {
      rule_id: string;
      kind: 'employee' | 'department' | 'crowd';
      member_id: string;
      since: number;
    };
    safe_device: CrudTable<typeof safeDevice>;
    safe_identifier: { safe_id: string; kind: string; value: string };
    white_list_entry: CrudTable<typeof whiteEntry>;
    device_past_key: { key_thumbprint: string; device_id: string; given_up_at: number };
    device_challenge: { nonce: string; platform: number; until: number };
    enrol_code: {
      id: string;
      hash: Buffer;
      employee_id: string;
      platform: number | null;
      until: number;
      made_at: number;
      made_by: string;
      used_at: number | null;
      device_id: string | null;
    };
    command_key: {
      kid: string;
      public_key: Json<Record<string, string>>;
      private_key: string;
      made_at: number;
      first_used_at: number | null;
    };
    erase_preview: {
      hash: Buffer;
      asked_by: string;
      scope: (typeof eraseScopes)[number];
      app_id: string | null;
      device_ids: Json<string[]>;
      shown: Json<unknown[]>;
      until: number;
    };
    erase_order: EraseOrderTable;
    erase_item: EraseItemTable;
    device_command: DeviceCommandTable;
    device_data_key: {
      device_id: string;
      app_key: string;
      sealed: string | null;
      made_at: number;
      lease_until: number | null;
      destroyed_at: number | null;
    };
    sign_in_trace: {
      ref: string;
      at: number;
      employee_id: string | null;
      device_id: string | null;
      platform: number;
      address: string;
      asked: string;
      code: number;
      step: number;
      rule_id: string | null;
      steps: Json<TraceStep[]>;
    };
  }
}
