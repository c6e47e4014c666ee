-- Bundles that were exported, uploaded or applied.
create table config_bundle (
  id uuid primary key,
  file_id uuid not null,
  hash text not null,
  name text not null,
  kind text not null check (kind in ('export', 'upload')),
  product_version text not null,
  areas text[] not null,
  -- Objects by area.
  counts jsonb not null,
  -- Name, size and SHA-256 of each file.
  files jsonb not null,
  at bigint not null,
  by_uid uuid not null,
  by_name text not null
);
create index config_bundle_at on config_bundle (at desc);

create table config_plan (
  id uuid primary key,
  at bigint not null,
  uid uuid not null,
  by_name text not null,
  bundle_id uuid not null references config_bundle,
  prune boolean not null,
  areas text[] not null,
  mapping jsonb not null,
  -- Secrets that came with it, sealed; gone once it is over.
  secrets text,
  state text not null check (state in ('planned', 'applying', 'applied', 'undone', 'discarded', 'failed')),
  counts jsonb not null,
  impact jsonb not null,
  -- Of every line, so that exactly what was read is done.
  print text not null,
  batch_id uuid,
  applied_at bigint,
  applied_by text,
  reason text,
  expires_at bigint not null
);
create index config_plan_at on config_plan (at desc);

create table config_plan_item (
  plan_id uuid not null references config_plan on delete cascade,
  seq int not null,
  area text not null,
  kind text not null,
  path text not null,
  action text not null,
  name text not null,
  fields jsonb not null,
  issues jsonb not null,
  primary key (plan_id, seq)
);

-- How each area is managed, since somebody said so or it was first exported or applied.
create table config_area (
  area text primary key,
  managed_by text not null default 'console' check (managed_by in ('console', 'file')),
  -- Writes by hand are taken and listed as drift, instead of refused.
  allow_hand boolean not null default false,
  -- The bundle that says how it should be.
  bundle_id uuid references config_bundle,
  exported_at bigint,
  applied_at bigint,
  applied_by text,
  drift_at bigint,
  drift_count int not null default 0,
  -- The first lines that differ.
  drift jsonb not null default '[]',
  version int not null default 1
);
