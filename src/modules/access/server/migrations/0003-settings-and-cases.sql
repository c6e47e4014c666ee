-- What holds for every interface; one row.
create table gateway_setting (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  timeout_ms integer not null,
  max_in_bytes integer not null,
  log_level text not null,
  mask_names jsonb not null
);
insert into gateway_setting (id, version, created_at, created_by, updated_at, updated_by, timeout_ms, max_in_bytes, log_level, mask_names)
values ('00000000-0000-7000-8000-0000000005f6', 1, 0, null, 0, null, 120000, 20971520, 'onError', '[]');

-- Runs of the workbench that were kept: with what to call, and what is expected.
create table interface_case (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  interface_id uuid not null,
  name text not null,
  given jsonb not null,
  expect jsonb not null,
  recorded text
);
create index interface_case_by_interface on interface_case (interface_id);

create table interface_case_run (
  case_id uuid primary key references interface_case (id) on delete cascade,
  at bigint not null,
  ok boolean not null
);

-- Whether the log keeps what it masks, sealed, for who may unmask it.
alter table api_interface add column log_keep boolean not null default false;
alter table api_interface alter column log_keep drop default;
