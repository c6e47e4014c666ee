create table access_system (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  code text not null,
  description text not null,
  owner_dept_id uuid not null,
  contacts jsonb not null,
  provides boolean not null,
  calls boolean not null,
  address_list jsonb not null,
  act_for text not null,
  rate integer not null,
  burst integer not null,
  quota_day integer,
  concurrency integer not null,
  enabled boolean not null
);
create unique index access_system_name on access_system (lower(name));
create unique index access_system_code on access_system (lower(code));

create table access_key (
  id uuid primary key,
  system_id uuid not null references access_system (id) on delete cascade,
  name text not null,
  key_id text not null,
  kind text not null,
  -- hmac: sealed; oauthClient and apiKey: SHA-256 of the secret, base64url.
  secret text not null,
  created_at bigint not null,
  created_by text,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint
);
create unique index access_key_key_id on access_key (key_id);
create index access_key_system on access_key (system_id);

create table interface_grant (
  id uuid primary key,
  grantee_kind text not null,
  grantee_id text not null,
  target_kind text not null,
  target_id text not null,
  rate integer,
  quota_day integer,
  from_at bigint,
  until bigint,
  fields jsonb,
  range jsonb,
  reason text not null,
  created_at bigint not null,
  created_by text
);
create unique index interface_grant_pair on interface_grant (grantee_kind, grantee_id, target_kind, target_id);
create index interface_grant_target on interface_grant (target_kind, target_id);

create table interface_prefix (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  system_id uuid not null references access_system (id),
  code text not null,
  addresses jsonb not null,
  sign_in text not null,
  sign_in_name text not null,
  sign_in_account text not null,
  secret text,
  headers jsonb not null,
  ca text not null,
  connect_ms integer not null,
  timeout_ms integer not null,
  enabled boolean not null
);
create unique index interface_prefix_code on interface_prefix (system_id, lower(code));

create table access_database (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  kind text not null,
  host text not null,
  port integer not null,
  database text not null,
  account text not null,
  secret text,
  tls text not null,
  ca text not null,
  pool_max integer not null,
  allow_write boolean not null,
  owner_dept_id uuid not null,
  enabled boolean not null
);
create unique index access_database_name on access_database (lower(name));

create table access_soap (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  wsdl_url text not null,
  endpoint text not null,
  soap_version text not null,
  security text not null,
  account text not null,
  secret text,
  ca text not null,
  owner_dept_id uuid not null,
  enabled boolean not null
);
create unique index access_soap_name on access_soap (lower(name));

-- The description of a service as it was read last: its document with what that imports, by address.
create table soap_wsdl (
  soap_id uuid primary key references access_soap (id) on delete cascade,
  documents jsonb not null,
  operations jsonb not null,
  read_at bigint not null
);

create table access_sap (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  mode text not null,
  host text not null,
  port integer not null,
  https boolean not null,
  client text not null,
  language text not null,
  account text not null,
  secret text,
  path text not null,
  odata_version text not null,
  ca text not null,
  owner_dept_id uuid not null,
  enabled boolean not null
);
create unique index access_sap_name on access_sap (lower(name));

create table access_dubbo (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  mode text not null,
  addresses jsonb not null,
  root text not null,
  protocol text not null,
  application text not null,
  timeout_ms integer not null,
  owner_dept_id uuid not null,
  enabled boolean not null
);
create unique index access_dubbo_name on access_dubbo (lower(name));

create table global_param (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  group_name text not null,
  kind text not null,
  value text not null,
  secret text,
  token jsonb,
  description text not null,
  enabled boolean not null
);
create unique index global_param_name on global_param (lower(name));

-- A token that was obtained, sealed; one renewal at a time over all nodes.
create table global_token (
  param_id uuid primary key references global_param (id) on delete cascade,
  value text,
  obtained_at bigint,
  valid_until bigint,
  failed_at bigint,
  failures integer not null default 0
);

create table api_interface (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  prefix_id uuid not null references interface_prefix (id),
  system_id uuid not null references access_system (id),
  code text not null,
  kind text not null,
  description text not null,
  tags jsonb not null,
  callers jsonb not null,
  owner_id uuid,
  auth integer not null,
  auth_until bigint,
  auth_reason text not null,
  log_on integer not null,
  log_level text not null,
  log_until bigint,
  is_write boolean not null,
  cache_on boolean not null,
  draft_differs boolean not null,
  live_version_no integer,
  definition jsonb not null,
  enabled boolean not null
);
create unique index api_interface_code on api_interface (prefix_id, lower(code));
create index api_interface_system on api_interface (system_id);

create table interface_version (
  interface_id uuid not null,
  no integer not null,
  definition jsonb not null,
  note text not null,
  hash text not null,
  rollback_of integer,
  published_at bigint not null,
  published_by text not null,
  primary key (interface_id, no)
);

create table connection_test (
  connection_id uuid primary key,
  at bigint not null,
  class text not null,
  ms integer not null
);

-- A line a change of what the gateway goes by: every node looks for it twice a second.
create table access_table_change (
  id bigserial primary key,
  at bigint not null
);

insert into access_system (id, version, created_at, created_by, updated_at, updated_by, name, code, description, owner_dept_id, contacts,
  provides, calls, address_list, act_for, rate, burst, quota_day, concurrency, enabled)
values ('00000000-0000-7000-8000-0000000005f5', 1, 0, null, 0, null, '产品功能', 'sys', '', '00000000-0000-7000-8000-000000000010', '[]',
  true, false, '[]', 'none', 1000, 2000, null, 1000, true);
