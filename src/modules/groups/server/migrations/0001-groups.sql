create table im_group_type (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name jsonb not null,
  code text not null,
  place int not null,
  enabled boolean not null default true,
  built_in boolean not null default false,
  max_members int not null default 500,
  max_owned int not null default 100,
  join_mode text not null default 'invite',
  speak text not null default 'all',
  history_for_new text not null default 'none',
  mention_all_by text not null default 'managers',
  manager_recall boolean not null default true,
  watermark boolean not null default false,
  creators jsonb not null default '[]',
  members jsonb not null default '[]',
  apps jsonb not null default '[]',
  helpers jsonb not null default '[]'
);
create unique index im_group_type_code on im_group_type (lower(code));

create table im_group (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  number text not null,
  name text not null,
  notice text not null default '',
  type_id uuid not null references im_group_type (id),
  kind text not null check (kind in ('ordinary', 'department', 'crowd', 'task')),
  -- The department or dynamic group that it follows.
  source_id uuid,
  owner_id uuid not null,
  owner_dept_id uuid not null references department (id),
  join_mode text not null,
  speak text not null,
  history_for_new text not null,
  forward_allowed boolean not null,
  max_members int not null,
  ends_at bigint,
  state text not null default 'active' check (state in ('active', 'banned'))
);
create unique index im_group_number on im_group (number);
create index im_group_by_type on im_group (type_id);
create index im_group_by_owner on im_group (owner_id);
create index im_group_by_department on im_group (owner_dept_id);
create index im_group_following on im_group (kind, source_id) where source_id is not null;
create sequence im_group_number_seq start 100001;

-- Members stay listed while a group is dissolved, so that it comes back with them.
create table im_group_member (
  group_id uuid not null,
  employee_id uuid not null,
  role text not null check (role in ('owner', 'manager', 'member', 'guest')),
  nickname text not null default '',
  joined_at bigint not null,
  joined_by text,
  how text not null,
  muted_until bigint,
  primary key (group_id, employee_id)
);
create index im_group_member_by_person on im_group_member (employee_id);
-- Who asked to join.
create table im_group_request (
  group_id uuid not null,
  employee_id uuid not null,
  at bigint not null,
  words text not null default '',
  primary key (group_id, employee_id)
);

-- What happened to members: append-only.
create table im_group_event (
  id uuid primary key,
  at bigint not null,
  group_id uuid not null,
  what text not null,
  by_id text,
  by_name text not null,
  employee_id uuid,
  detail jsonb not null default '{}'
);
create index im_group_event_by_group on im_group_event (group_id, at);

insert into im_group_type (id, version, created_at, updated_at, name, code, place, built_in, max_members, join_mode, speak)
select id::uuid, 1, now_ms, now_ms, name::jsonb, code, place, true, most, join_mode, speak from (values
  ('00000000-0000-7000-8000-000000000311', '{"zh_CN": "普通群", "en_US": "Ordinary group", "ja_JP": "通常グループ"}', 'ordinary', 1, 500, 'invite', 'all'),
  ('00000000-0000-7000-8000-000000000312', '{"zh_CN": "部门群", "en_US": "Department group", "ja_JP": "部門グループ"}', 'department', 2, 20000, 'closed', 'all'),
  ('00000000-0000-7000-8000-000000000313', '{"zh_CN": "通知群", "en_US": "Notice group", "ja_JP": "お知らせグループ"}', 'notice', 3, 20000, 'closed', 'managers')
) as shipped(id, name, code, place, most, join_mode, speak), (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
