-- Who looked at what: logs, seals, exports, unmasked values. Sealed like the audit.
create table read_log (
  id uuid not null,
  at bigint not null,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  uid text not null,
  account text not null,
  name text not null,
  -- Departments of who read, at that time.
  paths ltree[] not null,
  area text not null,
  -- What it was narrowed by.
  query jsonb not null,
  rows_seen bigint not null,
  object_ids text[] not null,
  file_id uuid,
  bytes bigint,
  reason text,
  request_id text not null,
  session_id text,
  address text not null,
  -- More than one where the same was asked for again within five minutes.
  count int not null,
  primary key (at, id)
) partition by range (at);

create table read_log_rest partition of read_log default;
create index read_log_by_tx on read_log (tx, id);
create index read_log_by_person on read_log (uid, at, id);
create index read_log_by_area on read_log (area, at, id);

create trigger read_log_append_only before update or delete on read_log for each row execute function refuse_rewriting();
create trigger read_log_keep before truncate on read_log for each statement execute function refuse_rewriting();
