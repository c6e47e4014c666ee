-- Sources of people. What an administrator decides stands in `source`; what the server learns in `source_standing`, so that a run is no
-- new version of the source.
create table source (
  id uuid primary key,
  name text not null,
  code text collate "C" not null,
  kind text not null check (kind in ('ldap', 'ad', 'scim', 'sql', 'file', 'http')),
  root_department_id uuid not null references department (id),
  delivers text[] not null,
  config jsonb not null,
  -- Sealed JSON of the secrets by name; null when there are none or the address changed.
  secret text,
  scope jsonb not null default '{}',
  mapping jsonb not null default '[]',
  matching text[] not null default '{employeeNo,account}',
  -- Everybody of the company may be matched, not only who is under the root.
  match_everywhere boolean not null default false,
  leaver_policy jsonb not null,
  dept_policy text not null check (dept_policy in ('keepEmpty', 'disable', 'deleteEmpty')),
  create_departments boolean not null default true,
  unknown_department text not null default 'reject' check (unknown_department in ('root', 'reject')),
  initial_password text not null default 'none' check (initial_password in ('none', 'oneTime', 'bind')),
  brake jsonb not null,
  schedule jsonb not null,
  apply_mode text not null default 'review' check (apply_mode in ('review', 'auto')),
  alarm_people jsonb not null default '[]',
  late_after integer not null default 24,
  priority integer not null default 100,
  enabled boolean not null default false,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index source_code on source (code);
create unique index source_name on source (lower(name));
create index source_root on source (root_department_id);

create table source_standing (
  source_id uuid primary key references source (id) on delete cascade,
  state text not null default 'draft' check (state in ('draft', 'idle', 'running', 'held', 'failing')),
  -- Where the next incremental reading begins: opaque, never sent anywhere.
  cursor text,
  last_run_id uuid,
  last_good_at bigint,
  last_full_at bigint,
  -- People read in the last good full run: the brake compares with it.
  people_read integer,
  departments_read integer,
  failures integer not null default 0,
  -- A plan was read by somebody: only then it may be enabled (12114).
  plan_read boolean not null default false,
  next_at bigint,
  late_told boolean not null default false
);
create index source_standing_next on source_standing (next_at) where next_at is not null;

-- What of the other side is what here.
create table source_link (
  source_id uuid not null references source (id) on delete cascade,
  object_kind text not null check (object_kind in ('department', 'employee')),
  external_id text collate "C" not null,
  object_id uuid not null,
  -- Digest of the mapped values of the last run that wrote or compared it.
  hash text,
  last_seen_run_id uuid,
  last_seen_at bigint,
  -- Attributes as received, without secrets, password hashes and pictures.
  last_received jsonb,
  -- Fields that this source wrote and owns: field -> attribute (or `template`, `constant`).
  owned jsonb not null default '{}',
  state text not null default 'linked' check (state in ('linked', 'missing', 'merged')),
  primary key (source_id, object_kind, external_id)
);
create index source_link_object on source_link (object_id);

create table scim_token (
  id uuid primary key,
  source_id uuid not null references source (id) on delete cascade,
  name text not null,
  hash text not null unique,
  prefix text not null,
  expires_at bigint not null,
  last_used_at bigint,
  last_address text,
  created_at bigint not null,
  created_by uuid
);
create index scim_token_source on scim_token (source_id);

create table source_run (
  id uuid primary key,
  source_id uuid not null references source (id) on delete cascade,
  kind text not null check (kind in ('full', 'incremental', 'event', 'scim')),
  trigger text not null check (trigger in ('manual', 'schedule', 'event', 'retry')),
  state text not null check (state in ('reading', 'staged', 'planned', 'held', 'applying', 'applied', 'undone', 'failed', 'rejected', 'expired', 'cancelled')),
  -- Only read: it can't be applied.
  dry_run boolean not null default false,
  -- The version of the source whose mapping planned it.
  source_version integer not null,
  counts jsonb not null default '{}',
  outcome jsonb not null default '{}',
  people_read integer not null default 0,
  departments_read integer not null default 0,
  valid integer not null default 0,
  invalid integer not null default 0,
  brake jsonb,
  impact jsonb not null default '{}',
  cursor_before text,
  cursor_after text,
  -- The last item that was applied: planned items up to it count as applied.
  applied_seq integer not null default -1,
  batch_id uuid,
  undo_batch_id uuid,
  started_at bigint not null,
  planned_at bigint,
  expires_at bigint,
  applied_at bigint,
  ended_at bigint,
  by_uid uuid,
  reason text,
  -- Why it failed: { code, category, what }.
  failure jsonb,
  job_id uuid
);
create index source_run_source on source_run (source_id, started_at desc);
create index source_run_open on source_run (state) where ended_at is null;
-- One run of a source at a time (12101).
create unique index source_run_one on source_run (source_id) where state in ('reading', 'staged', 'applying');

-- Rows as they were read: kept 7 days, for planning, conflicts and rehearsing a changed mapping.
create table source_staged (
  run_id uuid not null references source_run (id) on delete cascade,
  seq integer not null,
  object_kind text not null,
  external_id text collate "C",
  line integer,
  raw jsonb not null,
  fault text,
  -- Digest of the mapped values and of the rules by which they were mapped; null where the row is not valid.
  hash text,
  -- The other side said that it is gone: nothing else was delivered.
  gone boolean not null default false,
  primary key (run_id, seq)
);
create index source_staged_external on source_staged (run_id, object_kind, external_id);

-- The plan, line by line: kept 30 days (the undo window).
create table source_item (
  run_id uuid not null references source_run (id) on delete cascade,
  seq integer not null,
  object_kind text not null,
  external_id text collate "C",
  name text not null,
  action text not null check (action in ('add', 'update', 'move', 'enable', 'disable', 'quarantine', 'leave', 'restore', 'delete', 'link', 'conflict', 'invalid', 'skipped', 'unchanged')),
  before jsonb,
  after jsonb,
  -- Field -> attribute it came from.
  owners jsonb not null default '{}',
  state text not null default 'planned' check (state in ('planned', 'applied', 'skipped', 'failed', 'stale', 'undone', 'kept')),
  reason_code text,
  reason jsonb,
  object_id uuid,
  object_version integer,
  path ltree,
  administrator boolean not null default false,
  hash text,
  primary key (run_id, seq)
);
create index source_item_action on source_item (run_id, action, seq);
create index source_item_object on source_item (object_id, run_id);

-- Events and SCIM calls as they came: what, when, from where, with which result; never values.
create table source_event (
  id bigint generated always as identity primary key,
  source_id uuid not null references source (id) on delete cascade,
  at bigint not null,
  kind text not null,
  object_kind text,
  external_id text,
  address text,
  -- Digest by which a replay is known.
  replay_key text,
  result text not null,
  status integer,
  run_id uuid
);
create index source_event_source on source_event (source_id, id desc);
create unique index source_event_replay on source_event (source_id, replay_key) where replay_key is not null;
