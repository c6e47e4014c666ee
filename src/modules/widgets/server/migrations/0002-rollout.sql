-- Versions that go out in stages: at most one rollout for a version.
create table widget_rollout (
  id uuid primary key,
  version_id uuid not null,
  widget_id uuid not null,
  stages jsonb not null,
  gates jsonb not null,
  -- Days and hours in which new offers are made; null: always.
  time_window jsonb,
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
create unique index widget_rollout_version on widget_rollout (version_id);
create index widget_rollout_widget on widget_rollout (widget_id);
create index widget_rollout_open on widget_rollout (state) where state in ('running', 'waiting');

-- How far a terminal is with a version that goes out in stages. `proven`: the terminal proved its key, so that it counts at the gates.
create table widget_offer (
  version_id uuid not null,
  device_id text not null,
  employee_id uuid,
  proven boolean not null,
  state text not null,
  offered_at bigint,
  downloaded_at bigint,
  -- It was opened, and so is there.
  installed_at bigint,
  started_at bigint,
  -- It could not be opened, before it ever was.
  failed_at bigint,
  -- It failed within a day of the first time that it was opened.
  crashed_at bigint,
  last_seen bigint not null,
  reason_code text,
  reason text,
  primary key (version_id, device_id)
);
