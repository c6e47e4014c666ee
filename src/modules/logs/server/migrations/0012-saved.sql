-- Searches of the logs under a name, each its owner's, shared with roles.
create table saved_search (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  owner_id uuid not null,
  name text not null,
  log text not null,
  filters jsonb not null,
  -- Columns of the log in files; null: all.
  columns jsonb,
  role_ids uuid[] not null
);
create unique index saved_search_name on saved_search (owner_id, lower(name));

-- Reports that go out by themselves.
create table log_report (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  search_id uuid not null references saved_search,
  schedule text not null,
  format text not null,
  -- Notice persons.
  person_ids uuid[] not null,
  enabled boolean not null
);
create unique index log_report_name on log_report (lower(name));
create index log_report_search on log_report (search_id);

-- The moment up to which a report was begun; written by the node that begins it. No version: it is nobody's wish.
create table log_report_state (
  report_id uuid primary key references log_report on delete cascade,
  due_at bigint not null
);

-- What each recipient got of each run, so that a run that is begun again sends nothing twice.
create table log_report_sent (
  report_id uuid not null references log_report on delete cascade,
  due_at bigint not null,
  person_id uuid not null,
  at bigint not null,
  outcome text not null,
  file_id uuid,
  rows int,
  primary key (report_id, due_at, person_id)
);
