-- Keys of the enterprise: one active and at most one coming key a purpose. Values stand apart, wrapped by the master key, and go with a key's end.
create table encryption_setting (
  id uuid primary key,
  purpose text not null unique,
  rotate_days integer not null default 180,
  algorithm text not null default 'AES-256-GCM',
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create table encryption_key (
  id uuid primary key,
  key_id text not null,
  purpose text not null,
  algorithm text not null,
  state text not null,
  active_at bigint,
  retiring_at bigint,
  retired_at bigint,
  destroyed_at bigint,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index encryption_key_key_id on encryption_key (key_id);
create unique index encryption_key_active on encryption_key (purpose) where state = 'active';
create unique index encryption_key_pending on encryption_key (purpose) where state = 'pending';
create table encryption_secret (
  key_id text primary key,
  sealed text not null
);
-- Which terminals were seen, and which of them hold a key.
create table encryption_terminal (
  terminal_id uuid primary key,
  seen_at bigint not null
);
create table encryption_holder (
  key_id text not null,
  terminal_id uuid not null references encryption_terminal (terminal_id) on delete cascade,
  acked_at bigint not null,
  primary key (key_id, terminal_id)
);

-- The navigation of each platform: the draft and what is published. What was published is kept by its number.
create table nav_setting (
  id uuid primary key,
  platform integer not null unique,
  name text not null,
  entries jsonb not null,
  published jsonb,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create table nav_version (
  platform integer not null,
  nav_version integer not null,
  entries jsonb,
  published_at bigint not null,
  published_by uuid,
  primary key (platform, nav_version)
);
create table nav_icon (
  id uuid primary key,
  type text not null,
  data text not null
);

-- Who is asked for a mobile number, and what people submitted.
create table phone_setting (
  id uuid primary key,
  mode text not null,
  skips integer not null,
  audience jsonb not null,
  regions jsonb not null,
  proof text not null,
  again_months integer not null,
  only_when_empty boolean not null,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create table phone_submission (
  id uuid primary key,
  employee_id uuid not null,
  number text not null,
  former text,
  proof text not null,
  state text not null,
  code_mac text,
  code_ends_at bigint,
  tries integer not null default 0,
  reason text,
  submitted_at bigint not null,
  decided_at bigint,
  decided_by uuid,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index phone_submission_open on phone_submission (employee_id) where state in ('submitted', 'waiting');
create index phone_submission_at on phone_submission (submitted_at desc, id);
create index phone_submission_person on phone_submission (employee_id, submitted_at);
