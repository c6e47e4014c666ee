-- Rules that watch the counters of calls.
create table call_alarm_rule (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  owner_dept_id uuid not null,
  condition text not null,
  system_id uuid,
  interface_id uuid,
  share int not null,
  least int not null,
  minutes int not null,
  slow_ms int not null,
  silent_hours int not null,
  muted_until bigint,
  mute_reason text,
  enabled boolean not null
);
create unique index call_alarm_rule_name on call_alarm_rule (name);
