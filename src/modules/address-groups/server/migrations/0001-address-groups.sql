-- Groups of addresses. Times are epoch milliseconds.
create table ip_group (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  code text not null,
  kind text not null check (kind in ('office', 'vpn', 'site', 'partner', 'blocked')),
  internal boolean not null default false,
  enabled boolean not null default true,
  description text not null default ''
);
create unique index ip_group_name on ip_group (lower(name));
create unique index ip_group_code on ip_group (lower(code));

create table ip_detail (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  value text not null,
  kind text not null check (kind in ('single', 'range', 'cidr')),
  group_id uuid not null references ip_group (id),
  remark text not null default '',
  enabled boolean not null default true
);
create index ip_detail_group on ip_detail (group_id);

-- Grows with every change of a group or a row, so that what is kept in memory is known to be old.
create table ip_stamp (
  one boolean primary key default true check (one),
  n bigint not null
);
insert into ip_stamp (n) values (1);
