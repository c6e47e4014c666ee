-- Devices, who is bound to them, under which rules, and what they are told to do. Times are epoch milliseconds.
create table device (
  id uuid primary key,
  version int not null default 1,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  platform int not null check (platform in (1, 2, 4, 5, 8)),
  form_factor text not null default 'phone' check (form_factor in ('phone', 'tablet', 'computer')),
  model text not null default '',
  vendor text not null default '',
  system_version text not null default '',
  patch_level text not null default '',
  terminal_version text not null default '',
  app_key text not null default '',
  locale text not null default '',
  install_id text not null,
  -- The key is the device: whatever else it says of itself is a claim.
  signing_key jsonb not null,
  key_thumbprint text not null,
  encryption_key jsonb,
  key_storage text not null default 'software' check (key_storage in ('software', 'hardware')),
  attestation text not null default 'none' check (attestation in ('none', 'claimed', 'proven')),
  capabilities jsonb not null default '[]',
  ownership text not null default 'unknown' check (ownership in ('unknown', 'private', 'company')),
  state text not null check (state in ('enrolled', 'pendingApproval', 'bound', 'unbound', 'locked', 'blocked', 'eraseRequested', 'eraseFailed', 'erased', 'retired')),
  state_since bigint not null,
  -- What it was before it was blocked or told to erase.
  state_before text,
  locked_by text check (locked_by in ('administrator', 'check', 'owner')),
  lock_reason text not null default '',
  enrolment int not null default 1,
  posture jsonb not null default '{}',
  compliant boolean not null default true,
  failing jsonb not null default '[]',
  -- Since when each failing check fails.
  failing_since jsonb not null default '{}',
  last_seen_at bigint not null,
  last_address text not null default '',
  last_employee_id uuid,
  unsent jsonb not null default '{}',
  command_seq int not null default 0,
  owner_dept_id uuid,
  asset_no text not null default '',
  remark text not null default '',
  push_token text,
  push_token_at bigint,
  gesture_reset_at bigint
);
create unique index device_key_thumbprint on device (key_thumbprint);
create index device_install on device (install_id);
create index device_seen on device (last_seen_at);
create index device_state on device (state);
create index device_system on device (platform, system_version);

-- What a device says of its equipment, normalised; used to match the register, never to authenticate.
create table device_identifier (
  device_id uuid not null references device (id) on delete cascade,
  kind text not null check (kind in ('serial', 'motherboardUuid', 'diskUuid', 'mac', 'domain', 'hostName')),
  value text not null,
  primary key (device_id, kind, value)
);
create index device_identifier_value on device_identifier (kind, value);

create table device_binding (
  id uuid primary key,
  version int not null default 1,
  device_id uuid not null references device (id),
  employee_id uuid not null,
  state text not null check (state in ('pending', 'bound', 'rejected', 'expired', 'withdrawn', 'unbound')),
  origin text not null check (origin in ('auto', 'approval', 'whitelist', 'administrator', 'enrolCode')),
  rule_id uuid,
  is_primary boolean not null default false,
  requested_at bigint not null,
  request_address text not null default '',
  request_reason text not null default '',
  -- Why it waits: the mode of the rule, or the number of devices.
  why_pending text check (why_pending in ('mode', 'full', 'registerFirst')),
  decided_by text,
  decided_at bigint,
  decision_reason text not null default '',
  bound_at bigint,
  last_used_at bigint,
  unbound_at bigint,
  unbound_by text check (unbound_by in ('employee', 'administrator', 'rule', 'leave', 'erase', 'replaced')),
  unbound_who text,
  unbound_reason text not null default '',
  expires_at bigint,
  updated_at bigint not null
);
create unique index device_binding_current on device_binding (device_id, employee_id) where state in ('pending', 'bound');
create index device_binding_person on device_binding (employee_id, state);
create index device_binding_device on device_binding (device_id, state);
create index device_binding_ended on device_binding (unbound_at desc, id) where state = 'unbound';
create index device_binding_pending on device_binding (requested_at) where state = 'pending';

create table bind_rule (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  priority int not null,
  enabled boolean not null default true,
  built_in boolean not null default false,
  mode text not null check (mode in ('off', 'auto', 'approval', 'whitelistOnly')),
  platforms jsonb not null,
  max_phones int not null,
  max_tablets int not null,
  max_computers int not null,
  max_people int not null,
  when_full text not null check (when_full in ('refuse', 'approval', 'replaceOldest')),
  pending_days int not null,
  unused_days int not null,
  self_unbind boolean not null,
  cool_down_hours int not null,
  rebind_per_month int not null,
  bind_networks jsonb,
  sign_in_networks jsonb,
  sign_in_hours jsonb,
  offline_days int not null,
  checks jsonb not null,
  require_hardware_key boolean not null
);
create unique index bind_rule_name on bind_rule (lower(name));
insert into bind_rule (id, version, created_at, updated_at, name, priority, built_in, mode, platforms, max_phones, max_tablets, max_computers, max_people, when_full,
    pending_days, unused_days, self_unbind, cool_down_hours, rebind_per_month, offline_days, checks, require_hardware_key)
  values ('00000000-0000-7000-8000-0000000d0001', 1, 0, 0, 'Everyone', 1000000, true, 'auto', '[1, 2, 4, 5, 8]', 2, 1, 2, 1, 'refuse',
    7, 0, true, 0, 3, 14, '[{"check": "rooted", "platforms": [], "value": "", "action": "block", "graceHours": 0}]', false);

create table bind_rule_member (
  rule_id uuid not null references bind_rule (id) on delete cascade,
  kind text not null check (kind in ('employee', 'department', 'crowd')),
  member_id uuid not null,
  since bigint not null,
  added_by text,
  primary key (rule_id, kind, member_id)
);
create index bind_rule_member_of on bind_rule_member (kind, member_id);

-- Equipment of the company, known by what is printed on it.
create table safe_device (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  platform int not null,
  serial text,
  motherboard_uuid text,
  disk_uuids jsonb not null default '[]',
  macs jsonb not null default '[]',
  asset_no text,
  owner_dept_id uuid not null,
  uses jsonb not null default '["register"]',
  matched_device_id uuid,
  match_by_hand boolean not null default false,
  match_state text not null default 'none' check (match_state in ('none', 'one', 'several', 'conflict')),
  enabled boolean not null default true,
  remark text not null default ''
);
create unique index safe_device_asset_no on safe_device (lower(asset_no));
create index safe_device_serial on safe_device (serial);
create index safe_device_dept on safe_device (owner_dept_id);
create table safe_identifier (
  safe_id uuid not null references safe_device (id) on delete cascade,
  kind text not null,
  value text not null,
  primary key (kind, value, safe_id)
);
create index safe_identifier_of on safe_identifier (safe_id);

-- People who are exempt from a white list of equipment.
create table white_list_entry (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  list text not null check (list in ('binding', 'login')),
  employee_id uuid,
  department_id uuid,
  crowd_id uuid,
  reason text not null,
  until bigint not null,
  enabled boolean not null default true,
  last_used_at bigint,
  check (num_nonnulls(employee_id, department_id, crowd_id) = 1)
);
create unique index white_list_entry_list on white_list_entry (list, coalesce(employee_id, department_id, crowd_id));

-- Settings of which there is one each.
create table bind_config (
  id uuid primary key, version int not null, created_at bigint not null default 0, created_by text, updated_at bigint not null default 0, updated_by text,
  enabled int not null default 1,
  approvers jsonb not null default '[]',
  approve_by_mail int not null default 1,
  remind_hours int not null default 24,
  new_device_notice int not null default 1,
  register_first int not null default 0,
  check_in_minutes int not null default 15,
  retire_days int not null default 365
);
insert into bind_config (id, version) values ('00000000-0000-7000-8000-0000000d0010', 1);
create table gesture_config (
  id uuid primary key, version int not null, created_at bigint not null default 0, created_by text, updated_at bigint not null default 0, updated_by text,
  enabled int not null default 1,
  kinds jsonb not null default '["gesture", "pin", "biometric"]',
  min_points int not null default 5,
  pin_length int not null default 6,
  track_visible int not null default 1,
  max_failures int not null default 5,
  on_failure text not null default 'signOut',
  lock_after_minutes int not null default 5,
  biometric_days int not null default 14,
  reset_by text not null default 'password'
);
insert into gesture_config (id, version) values ('00000000-0000-7000-8000-0000000d0011', 1);
create table unbind_erase (
  id uuid primary key, version int not null, created_at bigint not null default 0, created_by text, updated_at bigint not null default 0, updated_by text,
  value int not null default 1
);
insert into unbind_erase (id, version) values ('00000000-0000-7000-8000-0000000d0012', 1);
create table white_list_switch (
  id uuid primary key, version int not null, created_at bigint not null default 0, created_by text, updated_at bigint not null default 0, updated_by text,
  binding int not null default 0,
  login int not null default 0,
  login_platforms jsonb not null default '[4, 5]'
);
insert into white_list_switch (id, version) values ('00000000-0000-7000-8000-0000000d0013', 1);

-- Grows with every change of rules, members, white lists and settings, so that what is kept in memory is known to be old.
create table device_stamp (one boolean primary key default true check (one), n bigint not null);
insert into device_stamp (n) values (1);

create table device_challenge (nonce text primary key, platform int not null, until bigint not null);
create table enrol_code (
  id uuid primary key, hash bytea not null unique, employee_id uuid not null, platform int, until bigint not null, made_at bigint not null, made_by text not null,
  used_at bigint, device_id uuid
);

-- Keys that sign commands; the private part is sealed.
create table command_key (kid text primary key, public_key jsonb not null, private_key text not null, made_at bigint not null, first_used_at bigint);

create table erase_preview (
  hash bytea primary key, asked_by text not null, scope text not null, app_id text, device_ids jsonb not null, shown jsonb not null, until bigint not null
);
create table erase_order (
  id uuid primary key,
  version int not null default 1,
  scope text not null check (scope in ('eraseApp', 'wipeDevice')),
  app_id text,
  reason text not null,
  origin text not null check (origin in ('administrator', 'unbind', 'leave', 'check', 'gesture', 'application')),
  shown jsonb not null default '[]',
  state text not null check (state in ('awaitingApproval', 'hold', 'queued', 'delivered', 'done', 'failed', 'cancelled', 'refused', 'expired')),
  hold_until bigint not null,
  asked_at bigint not null,
  asked_by text not null,
  asked_name text not null default '',
  approved_by text,
  approved_name text,
  approved_at bigint,
  updated_at bigint not null
);
create index erase_order_due on erase_order (hold_until) where state = 'hold';
create index erase_order_asked on erase_order (asked_at desc, id);
create table erase_item (
  id uuid primary key,
  order_id uuid not null references erase_order (id),
  device_id uuid not null,
  device_name text not null,
  employee_id uuid,
  state text not null check (state in ('awaitingApproval', 'hold', 'queued', 'delivered', 'acknowledged', 'failed', 'cancelled', 'refused', 'expired', 'closedByHand', 'superseded')),
  key_destroyed_at bigint,
  command_id uuid,
  ordered_at bigint not null,
  delivered_at bigint,
  acknowledged_at bigint,
  too_late boolean not null default false,
  closed_reason text not null default '',
  updated_at bigint not null
);
create index erase_item_order on erase_item (order_id);
create index erase_item_device on erase_item (device_id, state);

create table device_command (
  id uuid primary key,
  device_id uuid not null references device (id),
  enrolment int not null,
  seq int not null,
  kind text not null check (kind in ('lockApp', 'unlockApp', 'eraseApp', 'wipeDevice', 'signOut', 'refresh', 'message', 'collectLog')),
  params jsonb not null default '{}',
  jws text not null,
  hash text not null,
  key_id text not null,
  state text not null check (state in ('queued', 'delivered', 'deferred', 'done', 'failed', 'refused', 'unsupported', 'cancelled', 'cancelSent', 'expired')),
  deliveries int not null default 0,
  queued_at bigint not null,
  queued_by text,
  delivered_at bigint,
  deferred_until bigint,
  ack_jws text,
  ack_at bigint,
  result jsonb,
  -- One command for each item of an erasure, whatever happens in between.
  erase_item_id uuid unique,
  expires_at bigint
);
create unique index device_command_seq on device_command (device_id, seq);
create index device_command_open on device_command (device_id, state, seq);

-- What the stores of a device are sealed under: without it nobody reads them.
create table device_data_key (
  device_id uuid not null references device (id),
  app_key text not null,
  sealed text,
  made_at bigint not null,
  lease_until bigint,
  destroyed_at bigint,
  primary key (device_id, app_key)
);

-- What was looked at when somebody was refused: the code in the refusal opens it.
create table sign_in_trace (
  ref text primary key,
  at bigint not null,
  employee_id uuid,
  device_id uuid,
  platform int not null,
  address text not null,
  asked text not null,
  code int not null,
  step int not null,
  rule_id uuid,
  steps jsonb not null
);
create index sign_in_trace_at on sign_in_trace (at);
create index sign_in_trace_person on sign_in_trace (employee_id, at desc);
create index sign_in_trace_device on sign_in_trace (device_id, at desc);
