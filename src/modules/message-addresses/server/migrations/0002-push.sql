-- Providers that wake terminals off line, and what became of it.
create table im_push_provider (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  code text not null,
  url text not null,
  -- Null once it came back from the recycle bin, which keeps no secrets.
  secret text,
  enabled boolean not null default true
);
create unique index im_push_provider_name on im_push_provider (lower(name));
create unique index im_push_provider_code on im_push_provider (lower(code));
create table im_push_count (
  provider_id uuid primary key references im_push_provider (id) on delete cascade,
  sent bigint not null default 0,
  refused bigint not null default 0,
  failed bigint not null default 0,
  last_at bigint not null default 0,
  last_answer text not null default ''
);
