-- How files become pages: one document.
create table convert_param (
  id uuid primary key,
  only_one boolean not null default true unique check (only_one),
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  workers int not null,
  timeout int not null,
  memory int not null,
  max_size int not null,
  max_pages int not null,
  types jsonb not null,
  dpi int not null,
  cache_gi_b int not null,
  cache_days int not null
);

-- Files on their way to pages, and those that were converted: one for each content and way to convert it.
create table conversion (
  id uuid primary key,
  source_hash text not null,
  type text not null,
  converter text not null,
  name text not null,
  origin text not null,
  -- Who asked for it as a trial.
  asked_by text,
  -- The file itself, until it is converted.
  source_file uuid,
  size bigint not null,
  state text not null,
  tries int not null default 0,
  crashes int not null default 0,
  reason text,
  pages int,
  pdf_file uuid,
  bytes bigint not null default 0,
  ms int,
  created_at bigint not null,
  last_used_at bigint not null,
  lease_until bigint
);
create unique index conversion_source on conversion (source_hash, type, converter);
create index conversion_by_state on conversion (state, created_at);
create index conversion_by_use on conversion (last_used_at);

-- Pictures of pages, made when they are first looked at.
create table conversion_page (
  conversion_id uuid not null references conversion (id) on delete cascade,
  page int not null,
  dpi int not null,
  file_id uuid not null,
  bytes bigint not null,
  primary key (conversion_id, page, dpi)
);
