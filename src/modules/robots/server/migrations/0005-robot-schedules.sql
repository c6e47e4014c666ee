-- What robots post by themselves, and when.
create table robot_schedule (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  robot_id uuid not null,
  name text not null,
  cron text,
  once_at bigint,
  zone text not null,
  calendar text not null,
  content jsonb not null,
  groups jsonb not null default '[]',
  people jsonb not null default '[]',
  mention_all boolean not null default false,
  starts_at bigint,
  ends_at bigint,
  on_missed text not null,
  state text not null default 'on',
  -- How it fares; no part of the schedule as administrators write it.
  next_at bigint,
  last_at bigint,
  last_class text,
  failures int not null default 0
);
create index robot_schedule_by_robot on robot_schedule (robot_id);
create index robot_schedule_due on robot_schedule (next_at) where state = 'on';

-- A planned time is run by one process, once.
create table robot_schedule_run (
  schedule_id uuid not null,
  planned_at bigint not null,
  begun_at bigint not null,
  ended_at bigint,
  class text,
  posted int not null default 0,
  failed int not null default 0,
  primary key (schedule_id, planned_at)
);
create index robot_schedule_run_open on robot_schedule_run (begun_at) where ended_at is null;
create index robot_schedule_run_by_time on robot_schedule_run (planned_at);
