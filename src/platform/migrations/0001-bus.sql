-- Tells two installations apart that share a Redis.
create table installation (
  id uuid primary key default gen_random_uuid(),
  only_one boolean not null default true unique check (only_one)
);
insert into installation default values;

-- Messages of the bus that NOTIFY can't carry (8000 bytes); kept for minutes.
create unlogged table bus_message (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz not null default now()
);
