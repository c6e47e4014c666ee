-- The policy of signing in: one row; a part that nobody set is null and follows the defaults and settings.
create table authenticate (
  id uuid primary key,
  password jsonb,
  lock jsonb,
  picture_code_after jsonb,
  session jsonb,
  factor jsonb,
  address_rules jsonb,
  remember_account jsonb,
  banner jsonb,
  idle_disable_days jsonb,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
insert into authenticate (id, created_at, updated_at) values ('00000000-0000-7000-8000-0000000000a1', 0, 0);

-- Second factors. Secrets of TOTP are sealed; of a passkey only the public key is kept.
create table factor (
  id uuid primary key,
  uid uuid not null,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  secret text,
  -- The last time step that was used: a code serves once.
  last_step bigint,
  credential_id text unique,
  public_key bytea,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  created_at bigint not null,
  used_at bigint
);
create index factor_of_person on factor (uid);
create table factor_recovery (
  uid uuid not null,
  code_mac bytea not null,
  primary key (uid, code_mac)
);
create table factor_trust (
  token_hash bytea primary key,
  id uuid not null unique,
  uid uuid not null,
  user_agent text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index factor_trust_of_person on factor_trust (uid);
-- What a session was asked: a challenge for a passkey, or the secret that is being set up (sealed).
create table factor_challenge (
  session_id uuid primary key,
  purpose text not null,
  value text not null,
  expires_at bigint not null
);

alter table session add column factor_due text check (factor_due in ('confirm', 'enrol'));
alter table session add column factor text not null default 'none';

-- Until when the password of this product opens whatever the settings say (npm run rescue).
create table sign_in_rescue (
  id boolean primary key default true check (id),
  until bigint not null
);
