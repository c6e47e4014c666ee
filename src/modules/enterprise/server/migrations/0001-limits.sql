-- From which networks files and messages go. Times are epoch milliseconds.
create table segment_limit (
  id uuid primary key,
  name text not null,
  -- [{ "value": "10.0.0.0/8", "note": "" }], at most 500.
  segments jsonb not null,
  actions jsonb not null,
  effect text not null check (effect in ('onlyInside', 'denyInside')),
  terminal_types jsonb not null,
  -- { "days": [1], "from": "08:00", "to": "18:00", "zone": "Asia/Shanghai" }; null: always.
  time_window jsonb,
  -- The least is asked first.
  priority int not null,
  enabled boolean not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index segment_limit_name on segment_limit (lower(name));

-- Who may have to do with whom.
create table member_limit (
  id uuid primary key,
  name text not null,
  owner_dept_id uuid not null,
  -- [{ "kind": "everyone" }, { "kind": "department", "id": … }], at most 500 on each side.
  from_side jsonb not null,
  to_side jsonb not null,
  -- Ids of people.
  exceptions jsonb not null,
  direction text not null check (direction in ('oneWay', 'both')),
  actions jsonb not null,
  effect text not null check (effect in ('deny', 'onlyAllow')),
  existing text not null check (existing in ('keep', 'freeze')),
  priority int not null,
  enabled boolean not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index member_limit_name on member_limit (lower(name));
create index member_limit_owner on member_limit (owner_dept_id);

-- People whom a file rule never touches. The rows of a deleted rule stay until it can't be brought back any more.
create table file_white (
  id uuid primary key,
  role_id uuid not null,
  employee_id uuid not null,
  reason text not null,
  until bigint,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  constraint file_white_person unique (role_id, employee_id)
);

-- One row for each change of what decides: nodes compare the number of rows with the one they know. Old rows are pruned.
create table limit_change (
  id bigint generated always as identity primary key,
  at bigint not null
);
