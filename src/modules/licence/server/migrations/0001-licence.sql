-- Every licence that was installed; one is active. The file is kept as it came.
create table licence (
  id uuid primary key,
  license_id text not null,
  key_id text not null,
  customer text not null,
  edition text not null,
  issued_at bigint not null,
  not_before bigint,
  expires_at bigint,
  grace_days int not null,
  limits jsonb not null,
  modules text[] not null,
  installation_id text,
  replaces text,
  min_version text,
  more jsonb not null,
  file text not null,
  file_hash text not null,
  active boolean not null,
  installed_at bigint not null,
  installed_by uuid not null,
  replaced_at bigint
);
create unique index licence_active on licence (active) where active;
create index licence_installed_at on licence (installed_at desc);

-- This installation: by which name a licence is issued for it, the latest time that was seen, since when it is evaluated,
-- and what the seats were settled for.
create table licence_site (
  one boolean primary key default true check (one),
  installation_id uuid not null,
  seen_at bigint not null,
  evaluation_from bigint,
  basis text not null default ''
);

-- What is limited. Seats are counted only where a limit is set: without one, writers never meet here.
create table licence_seat (
  kind text primary key,
  counted boolean not null default false,
  used bigint not null default 0,
  most bigint,
  restricted_at bigint
);
insert into licence_seat (kind) values ('employees'), ('devices'), ('apps'), ('interfaces');

create table licence_usage_day (
  day text primary key,
  employees bigint,
  devices bigint,
  apps bigint,
  interfaces bigint
);

-- Takes or gives back seats. The shared lock is held until the end of the transaction and costs no writing; who settles the seats anew
-- takes it alone, so that a change is counted either by itself or by that count. The row of a limit is what parallel changes queue at.
create function licence_take(wanted text, n bigint) returns table (used bigint, most bigint, restricted_at bigint) language plpgsql as $$
declare seat licence_seat;
begin
  perform pg_advisory_xact_lock_shared(hashtext('licence seats'));
  select * into seat from licence_seat s where s.kind = wanted;
  if seat.counted then
    update licence_seat s set used = greatest(s.used + n, 0) where s.kind = wanted returning s.* into seat;
  end if;
  return query select seat.used, seat.most, seat.restricted_at where seat.kind is not null;
end $$;
