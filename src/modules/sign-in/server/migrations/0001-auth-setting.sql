-- Ways to sign in. What is needed to reach the other system stands in `config`, in the shape of its kind.
create table auth_setting (
  id uuid primary key,
  code text not null,
  kind text not null check (kind in ('local', 'ldap', 'ad', 'oidc', 'saml', 'cas')),
  name jsonb not null,
  label jsonb,
  icon text,
  audience text not null default 'both',
  platforms jsonb not null default '[1,2,4,5,8]',
  config jsonb,
  secret text,
  match jsonb not null,
  assurance jsonb not null default '[]',
  order_no integer not null default 0,
  enabled boolean not null default false,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index auth_setting_code on auth_setting (lower(code));
create unique index auth_setting_local on auth_setting (kind) where kind = 'local';

-- Tests, apart from the settings: a test is no change. `subject` says what exactly was tested.
create table auth_setting_test (
  setting_id uuid primary key references auth_setting (id) on delete cascade,
  subject text not null,
  ok boolean not null,
  at bigint not null,
  by_uid uuid,
  report jsonb not null
);

-- Who came in by which way, the last time; and how many were refused, by the day.
create table auth_setting_use (
  way text not null,
  uid uuid not null,
  last_at bigint not null,
  super_admin boolean not null,
  primary key (way, uid)
);
create table auth_setting_refused (
  way text not null,
  day integer not null,
  count integer not null,
  primary key (way, day)
);

-- Changes that go back unless they are confirmed from a new session. `back` holds the fields as they were.
create table sign_in_guard (
  id uuid primary key,
  subject text not null,
  name text not null,
  back jsonb not null,
  made_at bigint not null,
  made_by uuid not null,
  confirm_before bigint not null,
  ended_at bigint,
  outcome text
);
create unique index sign_in_guard_open on sign_in_guard ((true)) where ended_at is null;
