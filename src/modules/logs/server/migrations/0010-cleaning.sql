-- How long each kind of log is kept. A shorter time waits a day in the columns `next_…` and can be withdrawn until then.
create table cleanup_config (
  kind text primary key,
  keep_days int not null,
  mode text not null check (mode in ('delete', 'archiveThenDelete')),
  archive_target_id uuid,
  -- Hours of the day in the zone in which it is cleaned.
  window_from int not null default 1,
  window_to int not null default 5,
  zone text not null default 'UTC',
  paused boolean not null default false,
  -- May be cleaned down to its floor while the disk is nearly full.
  early boolean not null default false,
  next_days int,
  next_at bigint,
  next_by text,
  next_by_name text,
  scheduled_at bigint,
  version int not null default 1,
  updated_at bigint not null,
  updated_by text
);

-- What a wish would remove; the wish is granted only with a fresh one of exactly this wish.
create table cleanup_estimate (
  id uuid primary key,
  kind text not null,
  keep_days int not null,
  mode text not null,
  uid text not null,
  created_at bigint not null,
  result jsonb
);

-- Every cleaning; kept for ever.
create table cleanup_record (
  id uuid primary key,
  kind text not null,
  log_table text not null,
  trigger text not null check (trigger in ('schedule', 'now', 'space')),
  keep_days int not null,
  mode text not null,
  archive_target_id uuid,
  from_at bigint,
  to_at bigint,
  rows_estimated bigint not null default 0,
  rows_removed bigint not null default 0,
  bytes_freed bigint not null default 0,
  rows_held bigint not null default 0,
  state text not null,
  job_id uuid,
  uid text not null,
  name text not null,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint,
  error jsonb
);
create index cleanup_record_by_time on cleanup_record (created_at, id);
-- Of two that begin at once one is refused.
create unique index cleanup_record_running on cleanup_record (log_table)
  where state in ('planned', 'estimated', 'archiving', 'verified', 'removing');

-- The months of a cleaning, each with how far it is.
create table cleanup_part (
  record_id uuid not null references cleanup_record,
  part text not null,
  from_at bigint not null,
  to_at bigint not null,
  state text not null check (state in ('live', 'archived', 'detached', 'dropping', 'dropped')),
  rows bigint not null default 0,
  bytes bigint not null default 0,
  rows_held bigint not null default 0,
  archive_id uuid,
  detached_at bigint,
  drop_at bigint,
  primary key (record_id, part)
);
create index cleanup_part_due on cleanup_part (drop_at) where state in ('detached', 'dropping');

create table archive_target (
  id uuid primary key,
  name text not null,
  store text not null check (store in ('builtin', 's3', 'folder')),
  -- Of s3: host, port, bucket, prefix, region, tls, key; of a folder: its path.
  place jsonb not null,
  secret text,
  last_test jsonb,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index archive_target_name on archive_target (lower(name));

create table log_archive (
  id uuid primary key,
  kind text not null,
  log_table text not null,
  part text not null,
  from_at bigint not null,
  to_at bigint not null,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  -- SHA-256 of the lines before they are packed.
  sha256 text,
  -- Files in the store by name, each with hash and size.
  files jsonb not null default '{}',
  data_key text not null,
  target_id uuid,
  state text not null check (state in ('writing', 'verified', 'restored', 'expired', 'missing')),
  record_id uuid,
  created_at bigint not null,
  verified_at bigint,
  keep_until bigint not null,
  restored_until bigint,
  asked jsonb,
  version int not null default 1
);
create index log_archive_by_time on log_archive (created_at, id);

-- Rows that no cleaning takes. What a second person has yet to agree to stands in `asked`.
create table legal_hold (
  id uuid primary key,
  name text not null,
  reason text not null,
  kinds text[] not null,
  employee_ids text[] not null,
  object_ids text[] not null,
  addresses text[] not null,
  from_at bigint,
  to_at bigint,
  until bigint,
  owner text not null,
  owner_name text not null,
  state text not null check (state in ('active', 'released')),
  released_at bigint,
  asked jsonb,
  version int not null default 1,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index legal_hold_name on legal_hold (lower(name)) where state = 'active';
