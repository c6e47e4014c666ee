-- What administrators set for all terminals: one row.
create table terminal_policy (
  id uuid primary key,
  version int not null default 1,
  created_at bigint not null default 0,
  created_by text,
  updated_at bigint not null default 0,
  updated_by text,
  name text not null default 'terminals',
  access_minutes int not null default 120 check (access_minutes between 10 and 1440),
  refresh_days int not null default 30 check (refresh_days between 1 and 90),
  refresh_whole_days int not null default 180 check (refresh_whole_days between 1 and 365),
  qr_login boolean not null default true,
  browser_login boolean not null default true
);
insert into terminal_policy (id) values ('00000000-0000-7000-8000-0000000d0020');
