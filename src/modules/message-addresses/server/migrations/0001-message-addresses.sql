create table im_address (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  name text not null,
  kind text not null,
  url text not null,
  network text not null,
  terminal_types jsonb not null,
  weight integer not null,
  order_no integer not null,
  backup boolean not null,
  enabled boolean not null
);
create unique index im_address_name on im_address (lower(name));
create unique index im_address_url on im_address (kind, lower(url), network);

-- What terminals are told: one row; every version that was ever told stands beside it.
create table im_address_book (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  number integer not null default 0,
  note text not null default '',
  published jsonb not null default '[]'
);
insert into im_address_book (id, version, created_at, updated_at)
select '00000000-0000-7000-8000-000000000305', 1, now_ms, now_ms from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
create table im_address_version (
  number integer primary key,
  at bigint not null,
  by_id text,
  note text not null,
  content jsonb not null
);
