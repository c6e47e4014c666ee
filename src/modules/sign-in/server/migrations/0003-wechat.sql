-- WeCom: the application that people scan with, and the kind of way that uses it.
alter table auth_setting drop constraint auth_setting_kind_check;
alter table auth_setting add constraint auth_setting_kind_check check (kind in ('local', 'ldap', 'ad', 'oidc', 'saml', 'cas', 'wechat'));

create table wechat_config (
  id uuid primary key,
  use text not null unique,
  corp_id text not null default '',
  agent_id text not null default '',
  secret text,
  api_base text not null default 'https://qyapi.weixin.qq.com',
  login_base text not null default 'https://login.work.weixin.qq.com',
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
insert into wechat_config (id, use, created_at, updated_at) values ('00000000-0000-7000-8000-0000000000a2', 'login', 0, 0);

-- The last test, apart from the settings: a test is no change. `subject` says what was tested.
create table wechat_test (
  use text primary key,
  subject text not null,
  at bigint not null,
  ok boolean not null,
  errcode integer,
  message text not null
);
