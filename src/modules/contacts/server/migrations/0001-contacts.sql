-- What contact roles carry beyond their members: who is seen, who is found, and what may be done.
create table contact_role (
  role_id uuid primary key references role on delete cascade,
  auth_rows jsonb not null,
  search_same boolean not null,
  search_rows jsonb not null,
  exact_match text[] not null default '{}',
  functions text[] not null
);

-- Rules for people who are shown differently; the members of the role are the exceptions.
create table contact_special (
  role_id uuid primary key references role on delete cascade,
  priority integer not null,
  mode text not null check (mode in ('hidden', 'searchOnly', 'limited', 'protected')),
  fields jsonb not null default '[]',
  denied_functions text[] not null default '{}',
  proxy_emp_id uuid,
  exceptions_see jsonb not null default '{"kind": "general", "fields": []}',
  exception_role_ids uuid[] not null default '{}',
  until_at bigint,
  constraint contact_special_priority unique (priority) deferrable initially deferred
);

-- Whom a rule protects.
create table contact_belongs (
  role_id uuid not null references contact_special on delete cascade,
  kind text not null check (kind in ('employee', 'department', 'crowd')),
  object_id uuid not null,
  since bigint not null,
  by uuid,
  primary key (role_id, kind, object_id)
);
create index contact_belongs_object on contact_belongs (object_id);

-- Who sees everybody without limits, until a time.
create table contact_white (
  id uuid primary key,
  member_kind text not null check (member_kind in ('employee', 'department', 'crowd')),
  member_id uuid not null,
  include_hidden boolean not null default false,
  reason text not null,
  until_at bigint not null,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index contact_white_member on contact_white (member_kind, member_id);
create index contact_white_until on contact_white (until_at);

-- How a field of a person is shown: a row for each, saved together under one version.
create table contact_field (
  id uuid primary key,
  field_key text not null unique,
  order_no integer not null,
  places jsonb not null,
  section text not null default '',
  label jsonb,
  visible_to jsonb not null,
  visible_roles jsonb not null default '[]',
  mask text not null,
  reveal boolean not null,
  searchable text not null,
  filterable boolean not null,
  copyable boolean not null,
  editable_by_self boolean not null,
  action text not null,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create table contact_field_set (only_one boolean primary key default true check (only_one), version integer not null, updated_at bigint not null, updated_by uuid);
insert into contact_field_set (version, updated_at) values (1, (extract(epoch from now()) * 1000)::bigint);

create table contact_config (
  id uuid primary key,
  directory_on boolean not null default true,
  tree_on boolean not null default true,
  reporting_line_always boolean not null default true,
  sort_people text not null default 'department',
  name_format text not null default 'name',
  show_counts text not null default 'total',
  show_empty_depts boolean not null default false,
  show_managers_first boolean not null default true,
  show_disabled boolean not null default false,
  department_path_depth integer default 3,
  search_min integer not null default 1,
  search_limit integer not null default 50,
  offline_mode text not null default 'ownDept',
  offline_max integer not null default 2000,
  offline_ttl_hours integer not null default 72,
  watermark boolean not null default true,
  reveal_per_day integer not null default 30,
  scrape_per_hour integer not null default 300,
  scrape_per_day integer not null default 1000,
  scrape_action text not null default 'alarm',
  group_minimum text not null default 'nameAvatar',
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
insert into contact_config (id, created_at, updated_at)
select '00000000-0000-7000-8000-000000000202', now_ms, now_ms from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;

-- The role that holds everybody who holds no other: it needs no members, and gives no rights in the console.
insert into role (id, module, code, name, owner_dept_id, version, created_at, updated_at)
select '00000000-0000-7000-8000-000000000201', 'contact', 'contact_everyone', '所有人', '00000000-0000-7000-8000-000000000010', 1, now_ms, now_ms
from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
insert into contact_role (role_id, auth_rows, search_same, search_rows, functions) values (
  '00000000-0000-7000-8000-000000000201', '[{"kind": "all", "ids": [], "withBelow": true, "exclude": false}]', true, '[]',
  '{dept.browse,dept.counts,dept.createGroup,directory.filter,directory.search,number.copy,number.dial,number.reveal,number.sms,person.card,person.favourite,person.reportingLine,person.shareCard,reach.audioCall,reach.chat,reach.groupChat,reach.mail,reach.meeting,reach.videoCall}');

-- Tells every node that the rules must be read anew; kept for an hour.
create table contact_change (id bigint generated always as identity primary key, at bigint not null);

-- What terminals did: values shown clear, refusals by their code, cards that were opened, who opened too many, and favourites.
create table contact_reveal (
  id bigint generated always as identity primary key,
  at bigint not null,
  viewer_id uuid not null,
  target_id uuid not null,
  field_key text not null,
  terminal text not null default ''
);
create index contact_reveal_viewer on contact_reveal (viewer_id, at);
create index contact_reveal_target on contact_reveal (target_id, at);
create index contact_reveal_at on contact_reveal (at);

create table contact_trace (
  ref text primary key,
  at bigint not null,
  viewer_id uuid not null,
  target_id uuid not null,
  asked text not null,
  step integer not null,
  decider text not null,
  rule_id uuid,
  rule_name text not null default ''
);
create index contact_trace_at on contact_trace (at);

create table contact_opened (viewer_id uuid not null, target_id uuid not null, at bigint not null, primary key (viewer_id, target_id));
create index contact_opened_viewer on contact_opened (viewer_id, at);
create index contact_opened_at on contact_opened (at);

create table contact_scrape (
  id uuid primary key,
  viewer_id uuid not null,
  state text not null check (state in ('watched', 'blocked', 'cleared')),
  cards integer not null,
  since bigint not null,
  until_at bigint not null,
  cleared_at bigint,
  cleared_by uuid
);
create index contact_scrape_viewer on contact_scrape (viewer_id, until_at);

create table contact_favourite (viewer_id uuid not null, target_id uuid not null, at bigint not null, primary key (viewer_id, target_id));
