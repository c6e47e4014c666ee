-- Where mail is read and sent. Addresses of the machines and how they are spoken to stand in documents.
create table mail_server (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  domains jsonb not null,
  incoming jsonb not null,
  outgoing jsonb not null,
  allow_plain boolean not null,
  sign_in text not null,
  -- Where somebody signs in for everybody: account of the server, and what stands between it and the box.
  master_user text,
  master_separator text not null,
  master_secret text,
  login_from text not null,
  login_template text not null,
  folders jsonb not null,
  save_sent text not null,
  idle boolean not null,
  push boolean not null,
  limits jsonb not null,
  enabled boolean not null,
  -- The last look: { ok, class, failed } by the server, never journaled.
  health jsonb,
  health_at bigint
);
create unique index mail_server_name on mail_server (lower(name));

create table mail_account (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  kind text not null,
  address text not null,
  server_id uuid not null references mail_server,
  name jsonb not null,
  employee_id uuid,
  owner_id uuid,
  owner_dept_id uuid,
  login text,
  aliases jsonb not null,
  secret text,
  signature jsonb,
  -- new, ready, failing, closed
  state text not null,
  enabled boolean not null,
  -- What the engine notes, never journaled.
  failures integer not null default 0,
  quota_used bigint,
  quota_limit bigint,
  quota_at bigint,
  last_used_at bigint,
  -- Counts what ends the sign-ins of its terminals and its connections: they compare it.
  epoch integer not null default 0
);
create unique index mail_account_address on mail_account (lower(address));
create index mail_account_server on mail_account (server_id);
create index mail_account_person on mail_account (employee_id);
create index mail_account_owner on mail_account (owner_id);
create index mail_account_department on mail_account (owner_dept_id);

-- Who may use mail on terminals: one of the three is named.
create table mail_member (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  employee_id uuid,
  department_id uuid,
  crowd_id uuid,
  terminal_types jsonb not null,
  functions jsonb not null,
  offline_days integer not null,
  expires_at bigint,
  constraint mail_member_one check (num_nonnulls(employee_id, department_id, crowd_id) = 1)
);
create unique index mail_member_employee_id on mail_member (employee_id);
create unique index mail_member_department_id on mail_member (department_id);
create unique index mail_member_crowd_id on mail_member (crowd_id);

-- Who may open a box that is not theirs: one of the two is named.
create table mail_auth (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  -- No reference: while the box lies in the recycle bin its grants wait for it, and open nothing.
  account_id uuid not null,
  employee_id uuid,
  crowd_id uuid,
  rights jsonb not null,
  -- Null: all of them.
  folders jsonb,
  starts_at bigint,
  expires_at bigint,
  reason text not null,
  -- When the owner of the box read of it, and when it was last used: never journaled.
  seen_at bigint,
  last_used_at bigint,
  constraint mail_auth_one check (num_nonnulls(employee_id, crowd_id) = 1)
);
create unique index mail_auth_employee_id on mail_auth (account_id, employee_id) where employee_id is not null;
create unique index mail_auth_crowd_id on mail_auth (account_id, crowd_id) where crowd_id is not null;
create index mail_auth_person on mail_auth (employee_id);
create index mail_auth_group on mail_auth (crowd_id);

-- What owners of boxes are to be told: written with what it tells of, and said to them right after.
create table mail_notice (
  id uuid primary key,
  at bigint not null,
  employee_id uuid not null,
  account_id uuid not null,
  kind text not null,
  facts jsonb not null,
  -- Where it stands in the chat, once it was said.
  conversation_id uuid,
  seq bigint,
  said_at bigint
);
create index mail_notice_open on mail_notice (at) where said_at is null;
create index mail_notice_account on mail_notice (account_id);

create table mail_setting (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  block_remote_images boolean not null,
  external_banner jsonb not null,
  notify text not null,
  undo_send_seconds integer not null,
  send_later_days integer not null,
  keep_cache_days integer not null
);
insert into mail_setting (id, version, created_at, updated_at, block_remote_images, external_banner, notify, undo_send_seconds, send_later_days, keep_cache_days)
select '00000000-0000-7000-8000-0000000c1701', 1, now_ms, now_ms, true,
  '{"zh_CN": "此邮件来自公司外部，请谨慎对待链接和附件", "en_US": "This message comes from outside the company; be careful with links and attachments", "ja_JP": "社外からのメールです。リンクと添付ファイルにご注意ください"}',
  'sender', 10, 30, 7
from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
