-- The permission tree, roles with their members, grants and ranges. Times are epoch milliseconds.
create table resource (
  id uuid primary key,
  code text collate "C" not null constraint resource_code unique,
  parent text collate "C",
  kind text not null check (kind in ('menu', 'button', 'url')),
  module text not null,
  route text,
  -- { "zh_CN": …, "en_US": …, "ja_JP": … } as shown now; what the product delivers stands in `shipped`.
  names jsonb not null,
  icon text,
  order_no int not null,
  visible boolean not null default true,
  nested boolean not null default false,
  dangerous boolean not null default false,
  origin text not null check (origin in ('shipped', 'custom')),
  -- { names, icon, parent, orderNo } of the version that runs; null for custom nodes.
  shipped jsonb,
  -- Since when the product no longer has it.
  retired_at bigint,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create index resource_children on resource (parent, order_no);

create table role (
  id uuid primary key,
  module text not null,
  code text collate "C" not null,
  name text not null,
  description text not null default '',
  enabled boolean not null default true,
  is_supper_admin boolean not null default false,
  preset text check (preset in ('super', 'system', 'security', 'audit')),
  app_key text,
  terminal_type int,
  rule_type int,
  -- Roles that nobody may hold together with this one.
  exclusive_with uuid[] not null default '{}',
  expires_at bigint,
  range_kind text not null default 'self' check (range_kind in ('all', 'ownDeptAndBelow', 'ownDept', 'chosen', 'self')),
  range_departments uuid[] not null default '{}',
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  constraint role_code unique (module, code)
);
create unique index role_name on role (module, lower(name));
create unique index role_preset on role (module, preset) where preset is not null;

create table role_member (
  role_id uuid not null references role on delete cascade,
  kind text not null check (kind in ('employee', 'department', 'crowd')),
  object_id uuid not null,
  since bigint not null,
  -- The membership ends by itself; null: it does not.
  until bigint,
  by text,
  primary key (role_id, kind, object_id)
);
create index role_member_object on role_member (object_id, kind);

create table role_grant (
  role_id uuid not null references role on delete cascade,
  code text collate "C" not null,
  primary key (role_id, code)
);
create index role_grant_code on role_grant (code);

-- One row for each change of who may do what: nodes compare the number of rows with the one they know. Old rows are pruned.
create table access_change (
  id bigint generated always as identity primary key,
  at bigint not null
);
