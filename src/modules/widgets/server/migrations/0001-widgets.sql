create table widget_category (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  name jsonb not null,
  enabled boolean not null,
  priority integer not null
);

create table widget (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  name jsonb not null,
  widget_identifier text not null,
  kind text not null,
  category_id uuid,
  owner_dept_id uuid not null,
  description jsonb,
  icon text,
  platforms jsonb not null,
  mobile_link text,
  pc_link text,
  open text not null,
  orientation text not null,
  sign_in text not null,
  hosts jsonb not null,
  bridge jsonb not null,
  badge_link text,
  card jsonb,
  audience text not null,
  contacts jsonb not null,
  priority integer not null,
  status integer not null check (status in (1, 2, 3)),
  secret text
);
create unique index widget_widget_identifier on widget (lower(widget_identifier));
create index widget_of_category on widget (category_id);
create index widget_owner on widget (owner_dept_id);

create table widget_version (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  widget_id uuid not null,
  version_name text not null,
  build_no integer not null,
  file_id uuid not null,
  size bigint not null,
  sha256 text not null,
  hash text not null,
  entry text not null,
  files jsonb not null,
  bridge jsonb not null,
  hosts jsonb not null,
  functions jsonb not null,
  notes jsonb,
  mode text not null,
  status integer not null check (status in (1, 2, 3))
);
create unique index widget_version_build on widget_version (widget_id, build_no);

-- Builds of an app on a platform that a widget version serves.
create table widget_relation (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  widget_version_id uuid not null,
  app_id uuid not null,
  platform integer not null,
  from_build integer not null,
  to_build integer
);
create unique index widget_relation_app on widget_relation (widget_version_id, app_id, platform);
create index widget_relation_of_app on widget_relation (app_id, platform);

-- What app roles give: widget:<id>, func:<code>, channel:<code>.
create table mam_role (
  role_id uuid primary key references role on delete cascade,
  codes text[] not null
);
create index mam_role_codes on mam_role using gin (codes);

-- Roles of a widget, with what their holders may do in it.
create table widget_role (
  role_id uuid primary key references role on delete cascade,
  widget_id uuid not null,
  functions text[] not null
);
create index widget_role_widget on widget_role (widget_id);

-- Opens and failures by day; events that came already.
create table widget_open (
  widget_id uuid not null,
  version_id uuid not null,
  day date not null,
  opened integer not null,
  failed integer not null,
  primary key (widget_id, version_id, day)
);
create table widget_event (
  id uuid primary key,
  at bigint not null
);
create index widget_event_at on widget_event (at);

-- A row for every decision that terminals go by.
create table widget_change (
  id bigint generated always as identity primary key,
  at bigint not null
);

insert into role (id, module, code, name, owner_dept_id, version, created_at, updated_at)
select '00000000-0000-7000-8000-000000001301', 'mam', 'mam_everyone', '所有人', '00000000-0000-7000-8000-000000000010', 1, now_ms, now_ms
from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms) as clock;
insert into role_member (role_id, kind, object_id, since)
select '00000000-0000-7000-8000-000000001301', 'department', '00000000-0000-7000-8000-000000000010', (extract(epoch from clock_timestamp()) * 1000)::bigint;
insert into mam_role (role_id, codes) values ('00000000-0000-7000-8000-000000001301', '{}');
