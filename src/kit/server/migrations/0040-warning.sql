-- What was said to be wrong, or right again: added in the transaction of what it tells of, and counted every few seconds by one node.
create table warning_event (
  id bigint generated always as identity primary key,
  at bigint not null,
  holds boolean not null,
  -- Nothing that lasts: nobody will say that it is over.
  moment boolean not null,
  kind text not null,
  module text not null,
  object_kind text not null,
  object_id text not null,
  object_name text not null,
  dept_id uuid,
  severity text not null,
  facts jsonb not null
) with (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 10000);
create index warning_event_of on warning_event (kind, object_id);

create table warning (
  id uuid primary key,
  version int not null default 1,
  kind text not null,
  module text not null,
  object_kind text not null,
  object_id text not null,
  object_name text not null,
  dept_id uuid,
  rule_id uuid,
  severity text not null check (severity in ('info', 'warning', 'error', 'critical')),
  raised_severity text not null,
  facts jsonb not null,
  state text not null check (state in ('pending', 'open', 'acknowledged', 'resolved')),
  holds boolean not null,
  over_since bigint,
  moment boolean not null,
  count bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  opened_at bigint,
  ack_by text,
  ack_at bigint,
  ack_until bigint,
  assignee_id uuid,
  resolved_at bigint,
  resolved_by text,
  resolution text check (resolution in ('cleared', 'hand', 'passed')),
  resolution_text text,
  -- Resolved by hand though it still holds: opens again then, unless it was right before.
  hushed_until bigint,
  told_at bigint,
  told_severity text,
  silenced_by uuid,
  inhibited_by uuid
);
create unique index warning_one_open on warning (kind, object_id) where state <> 'resolved' or hushed_until is not null;
create index warning_current on warning (id) where state <> 'resolved' or hushed_until is not null;
create index warning_by_state on warning (state, severity, last_at);
create index warning_by_kind on warning (kind, object_id);
create index warning_by_object on warning (object_id);
create index warning_resolved on warning (resolved_at) where state = 'resolved';

-- Whether a condition held, whatever its rule made of it: what a changed rule is tried on.
create table warning_span (
  id bigint generated always as identity primary key,
  kind text not null,
  object_kind text not null,
  object_id text not null,
  object_name text not null,
  dept_id uuid,
  severity text not null,
  since bigint not null,
  until bigint,
  hits bigint not null
);
create index warning_span_of on warning_span (kind, object_id, since);
create index warning_span_by_until on warning_span (until);
create unique index warning_span_one_open on warning_span (kind, object_id) where until is null;

create table warning_rule (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text not null,
  updated_at bigint not null,
  updated_by text not null,
  kind text not null,
  shipped boolean not null,
  name text not null,
  enabled boolean not null,
  severity text check (severity in ('info', 'warning', 'error', 'critical')),
  parameters jsonb not null default '{}',
  for_minutes int not null,
  clear_minutes int not null,
  repeat_hours int not null,
  digest text not null check (digest in ('atOnce', 'hourly', 'daily')),
  match jsonb not null default '{}',
  notice_person_ids uuid[] not null default '{}',
  owner_id uuid
);
create unique index warning_rule_shipped on warning_rule (kind) where shipped;
create unique index warning_rule_name on warning_rule (kind, name) where not shipped;

create table warning_round (
  one boolean primary key check (one),
  at bigint not null
);
insert into warning_round values (true, 0);
