-- Sessions of terminals. Tokens are kept as hashes alone; they work with the key of the device (its RFC 7638 thumbprint). Times are epoch
-- milliseconds.
create table terminal_session (
  id uuid primary key,
  employee_id uuid not null,
  app_key text not null,
  platform int not null,
  install_id text not null,
  build_no int not null,
  api_version int not null,
  key_thumbprint text not null,
  access_hash bytea not null,
  access_until bigint not null,
  refresh_hash bytea not null,
  -- Idle end; it moves with each renewal, never past the whole life.
  refresh_until bigint not null,
  whole_until bigint not null,
  -- The refresh token before this one, by which call it was used, and what the pair was made of: the same call gets the same pair.
  used_hash bytea,
  used_at bigint,
  used_request bytea,
  used_salt bytea,
  stage text not null check (stage in ('factor', 'password', 'enrol', 'pending', 'full')),
  -- The password must be changed once the second factor is there.
  must_change boolean not null default false,
  way text not null,
  factor text not null,
  address text not null,
  user_agent text not null,
  epoch_seen text not null default '',
  created_at bigint not null,
  last_at bigint not null,
  ended_at bigint,
  ended_by text check (ended_by in ('employee', 'elsewhere', 'administrator', 'disabled', 'password', 'device', 'reuse', 'idle')),
  -- The terminal was told why, once.
  told boolean not null default false
);
create unique index terminal_session_access on terminal_session (access_hash);
create unique index terminal_session_live on terminal_session (install_id, app_key, key_thumbprint) where ended_at is null;
create index terminal_session_of_person on terminal_session (employee_id, created_at);
create index terminal_session_idle on terminal_session (refresh_until) where ended_at is null;
create index terminal_session_ended on terminal_session (ended_at) where ended_at is not null;

-- Proofs that were used for a write, so that none serves twice on whatever node; lost with a crash, as their two minutes are.
create unlogged table terminal_proof (
  hash bytea primary key,
  until bigint not null
);
create index terminal_proof_until on terminal_proof (until);
