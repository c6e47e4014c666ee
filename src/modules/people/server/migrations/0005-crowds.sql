-- Who reads the feed takes rows only once every transaction that began before theirs has ended: seq alone is given out before the commit.
alter table directory_change add column tx xid8 not null default pg_current_xact_id();
create index directory_change_tx on directory_change (tx, seq);

create table crowd (
  id uuid primary key,
  name jsonb not null,
  code text collate "C" not null,
  description text not null,
  kind text not null check (kind in ('dynamic', 'fixed')),
  owner_dept_id uuid not null references department (id),
  conditions jsonb,
  includes uuid[] not null,
  excludes uuid[] not null,
  with_disabled boolean not null,
  churn_limit jsonb not null,
  paused boolean not null,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  check ((kind = 'dynamic') = (conditions is not null))
);
create unique index crowd_code on crowd (lower(code));
create unique index crowd_name on crowd (owner_dept_id, (lower(name ->> 'zh_CN')));
create index crowd_owner on crowd (owner_dept_id);

-- How far the members follow the rule; no history, so no version.
create table crowd_standing (
  crowd_id uuid primary key references crowd (id) on delete cascade,
  state text not null default 'computing' check (state in ('on', 'computing', 'held', 'error')),
  member_count integer not null default 0,
  computed_at bigint,
  next_flip_at bigint,
  held jsonb,
  problem text
);
create index crowd_flips on crowd_standing (next_flip_at) where next_flip_at is not null;

create table crowd_member (
  crowd_id uuid not null references crowd (id) on delete cascade,
  employee_id uuid not null references employee (id) on delete cascade,
  since bigint not null,
  by text not null check (by in ('rule', 'include')),
  primary key (crowd_id, employee_id)
);
create index crowd_member_person on crowd_member (employee_id, crowd_id);

-- Joiners and leavers, kept for 180 days.
create table crowd_event (
  id bigint generated always as identity primary key,
  crowd_id uuid not null references crowd (id) on delete cascade,
  employee_id uuid not null references employee (id) on delete cascade,
  joined boolean not null,
  at bigint not null,
  cause text not null check (cause in ('change', 'rule', 'time', 'release'))
);
create index crowd_event_crowd on crowd_event (crowd_id, id);
create index crowd_event_at on crowd_event (at);

-- How far crowds have read the feed: one row.
create table crowd_cursor (only_one boolean primary key default true check (only_one), tx xid8 not null, seq bigint not null);
insert into crowd_cursor (tx, seq) select pg_current_xact_id(), coalesce(max(seq), 0) from directory_change;
