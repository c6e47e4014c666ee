-- Servers that terminals and this product use.
create table server_config (
  id uuid primary key,
  code text not null,
  name text not null,
  kind text not null,
  addresses jsonb not null,
  ca text,
  pinned_keys jsonb not null default '[]',
  weight integer not null default 100,
  note text,
  secret text,
  enabled boolean not null default true,
  draining boolean not null default false,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index server_config_code on server_config (lower(code));
create unique index server_config_name on server_config (lower(name));

-- The last check of each; `claimed_until` keeps two processes from checking the same one.
create table server_check (
  server_id uuid primary key references server_config (id) on delete cascade,
  state text not null default 'unknown',
  at bigint,
  report jsonb,
  certificate_ends_at bigint,
  claimed_until bigint not null default 0
);
create table server_sample (
  server_id uuid not null references server_config (id) on delete cascade,
  at bigint not null,
  ms integer,
  primary key (server_id, at)
);

-- What each platform gets: the draft, and the content that is published. Documents are kept, each with its signature.
create table platform_config (
  id uuid primary key,
  platform smallint not null unique,
  name text not null,
  rows jsonb not null default '[]',
  min_version text,
  published jsonb,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create table platform_document (
  platform smallint not null,
  doc_version integer not null,
  content jsonb,
  document text not null,
  signature text not null,
  key_id text not null,
  published_at bigint not null,
  published_by uuid,
  primary key (platform, doc_version)
);

-- Keys of this installation, the private part wrapped by the master key.
create table installation_key (
  purpose text primary key,
  key_id text not null,
  public_key text not null,
  private_key text not null,
  created_at bigint not null
);

-- One row a process that runs, or ran until lately.
create table node (
  id uuid primary key,
  host text not null,
  pid integer not null,
  version text not null,
  started_at bigint not null,
  seen_at bigint not null,
  roles jsonb not null,
  load real not null,
  loop_p99 real not null,
  memory bigint not null,
  connections integer not null,
  skew integer not null
);
