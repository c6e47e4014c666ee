-- Functions of the product that are published for other systems.
create table sys_api (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  code text not null,
  enabled boolean not null
);
create unique index sys_api_code on sys_api (code);
