-- Rules ask for a device and name groups of addresses; what counts as inside may be the groups that are marked so.
alter table file_rule add column device jsonb not null default '{}', add column in_groups jsonb not null default '[]', add column not_in_groups jsonb not null default '[]';
alter table file_outer_net add column inner_groups boolean not null default true;

-- For how long containers may be opened without a connection, by level of the file.
alter table file_encryption add column offline_hours jsonb not null default '{"0": 168, "1": 168, "2": 72, "3": 24}';

-- What else holds for all: one row.
create table file_settings (
  id uuid primary key,
  name text not null,
  -- So many days a code leads to its decision.
  decision_days int not null,
  version int not null,
  created_at bigint not null default 0,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
insert into file_settings (id, name, decision_days, version, updated_at)
values ('00000000-0000-7000-8000-000000000216', 'settings', 30, 1, (extract(epoch from now()) * 1000)::bigint);
