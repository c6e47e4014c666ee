create table app_certificate (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  app_id uuid not null,
  kind text not null check (kind in ('push', 'main', 'profile')),
  platform integer not null,
  name text not null,
  key_kind text not null,
  environment text,
  subject text not null,
  issuer text not null,
  serial text not null,
  sha256 text not null,
  team_id text,
  topics jsonb not null,
  identity text,
  profile_uuid text,
  profile_kind text,
  devices integer,
  certificate_sha256s jsonb not null,
  not_before bigint not null,
  not_after bigint,
  -- PEM of certificates, or a profile in base64.
  public_part text not null,
  -- The private key, sealed.
  sealed_key text,
  replaced_by uuid,
  replaced_at bigint
);
-- One of each app, platform, kind and environment is in use; profiles by their identity and kind.
create unique index app_certificate_current on app_certificate (app_id, platform, kind, coalesce(environment, ''), coalesce(identity, ''), coalesce(profile_kind, ''))
  where replaced_by is null;
create index app_certificate_end on app_certificate (not_after) where replaced_by is null;
