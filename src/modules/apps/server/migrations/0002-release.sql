-- Platforms of apps, versions, rollouts and what terminals report. Times are epoch milliseconds.
alter table app add column platforms jsonb not null default '[]';
alter table app add column pins jsonb not null default '[]';
alter table app add column minimums jsonb not null default '[]';

create table app_secret (
  app_id uuid primary key references app (id) on delete cascade,
  -- Sealed.
  secret text not null,
  former text,
  former_until bigint
);

-- Icons that packages brought, drawn anew.
create table app_icon (
  app_id uuid primary key references app (id) on delete cascade,
  png bytea not null
);

create table app_version (
  id uuid primary key,
  app_id uuid not null,
  platform int not null,
  channel text not null,
  -- 1 new, 2 on shelf, 3 off shelf.
  status int not null check (status in (1, 2, 3)),
  source text not null check (source in ('package', 'store')),
  version_name text not null,
  build_no text not null,
  -- Sorts as the build does.
  build_key text not null,
  file_id uuid,
  store_url text,
  facts jsonb,
  findings jsonb not null,
  expires_at bigint,
  upgrade_mode text not null check (upgrade_mode in ('prompt', 'silent', 'forced')),
  remind_hours int not null,
  notes jsonb,
  limits jsonb not null,
  widgets jsonb not null,
  cloned_from_id uuid,
  bad_reason text,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index app_version_build_no on app_version (app_id, platform, channel, build_key) where build_key <> '';
create index app_version_offer on app_version (app_id, platform, status, build_key desc);

create table rollout (
  id uuid primary key,
  version_id uuid not null,
  app_id uuid not null,
  platform int not null,
  stages jsonb not null,
  gates jsonb not null,
  salt text not null,
  state text not null,
  stage_no int not null,
  stage_since bigint not null,
  halted_by jsonb,
  looked_at bigint,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index rollout_version on rollout (version_id);
create index rollout_open on rollout (state) where state in ('running', 'waiting');

-- How far a terminal is with a version. `proven`: the terminal proved its key, so that it counts at the gates.
create table version_offer (
  version_id uuid not null,
  device_id text not null,
  employee_id uuid,
  proven boolean not null,
  state text not null,
  offered_at bigint,
  downloaded_at bigint,
  installed_at bigint,
  started_at bigint,
  failed_at bigint,
  -- The first crash within a day of the first start.
  crashed_at bigint,
  last_seen bigint not null,
  reason_code text,
  reason text,
  primary key (version_id, device_id)
);
create index version_offer_state on version_offer (version_id, state);
create index version_offer_device on version_offer (device_id);

create table app_terminal (
  app_id uuid not null,
  device_id text not null,
  employee_id uuid,
  platform int not null,
  build_no text not null,
  build_key text not null,
  channel text not null,
  system text not null,
  model text not null,
  can_silent boolean not null,
  last_seen bigint not null,
  primary key (app_id, device_id)
);
create index app_terminal_build on app_terminal (app_id, platform, build_key);

-- Events that came already, so that a repeated one counts once.
create table app_event (
  device_id text not null,
  event_id text not null,
  at bigint not null,
  primary key (device_id, event_id)
);
create index app_event_at on app_event (at);

create table install_link (
  id uuid primary key,
  app_id uuid not null,
  version_id uuid,
  until bigint not null,
  max_installs int,
  installs int not null,
  revoked_at bigint,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create index install_link_app on install_link (app_id);

-- What people write about an app.
create table feedback (
  id uuid primary key,
  app_id uuid not null,
  employee_id uuid,
  kind text not null check (kind in ('fault', 'wish', 'question', 'praise')),
  text text not null,
  -- [{ "fileId", "name", "size" }]
  files jsonb not null default '[]',
  platform int not null,
  build_no text not null,
  system text not null,
  model text not null,
  device_id text not null,
  state text not null check (state in ('new', 'answered', 'closed')),
  assignee_id uuid,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create index feedback_app on feedback (app_id, state, created_at desc);
create table feedback_reply (
  id uuid primary key,
  feedback_id uuid not null references feedback (id) on delete cascade,
  -- An administrator answers, or the employee writes again.
  by_employee boolean not null,
  uid uuid,
  text text not null,
  files jsonb not null default '[]',
  read_at bigint,
  at bigint not null
);
create index feedback_reply_of on feedback_reply (feedback_id, at);

create table login_link (
  id uuid primary key,
  app_id uuid not null,
  name jsonb not null,
  kind text not null,
  address text not null,
  platforms jsonb not null,
  priority int not null,
  enabled boolean not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create index login_link_app on login_link (app_id, priority);

-- Documents of an app: its login page, and how people sign in.
create table app_document (
  id uuid primary key,
  app_id uuid not null,
  kind text not null check (kind in ('loginPage', 'loginAuth')),
  content jsonb not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index app_document_kind on app_document (app_id, kind);

create table other_config (
  id uuid primary key,
  app_id uuid not null,
  code text not null,
  name jsonb not null,
  section text not null,
  type text not null,
  value jsonb,
  rules jsonb not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index other_config_code on other_config (app_id, lower(code));

create table test_release (
  id uuid primary key,
  app_id uuid not null,
  version_id uuid not null,
  name text not null,
  what jsonb,
  testers jsonb not null,
  until bigint not null,
  ended_at bigint,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create index test_release_app on test_release (app_id);
