-- What carries the messages: one row.
create table im_engine (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  driver text not null default 'embedded',
  -- Seconds between two looks whether a connection still lives.
  ping_seconds integer not null default 45,
  -- Until then nobody sends; terminals keep what is written and send it afterwards.
  paused_until bigint,
  pause_reason text not null default ''
);
insert into im_engine (id, version, created_at, updated_at)
select '00000000-0000-7000-8000-000000000306', 1, now_ms, now_ms from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
