create table emoticon_package (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  name jsonb not null,
  code text not null,
  author text,
  audience jsonb not null,
  order_no integer not null,
  enabled boolean not null
);
create unique index emoticon_package_code on emoticon_package (lower(code));

create table emoticon (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  package_id uuid not null references emoticon_package (id),
  name jsonb not null,
  code text not null,
  keywords jsonb not null,
  picture text,
  order_no integer not null
);
create index emoticon_package_id on emoticon (package_id, order_no);

-- Pictures by the digest of what was uploaded; they stay, because messages that were sent show them.
create table emoticon_picture (
  digest text primary key,
  moving text not null,
  still text not null,
  animated boolean not null,
  kept_at bigint not null
);
