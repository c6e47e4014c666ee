-- What nobody may rewrite: the triggers stop mistakes, the chain of seals shows deliberate edits.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $$;

-- One audited call. `tx` is the writing transaction (plus the shift of audit_clock after a move to another cluster):
-- rows are sealed in its order once no older transaction runs.
create table audit_log (
  id uuid not null,
  at bigint not null,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  uid text not null,
  account text not null,
  name text not null,
  address text not null,
  user_agent text not null,
  request_id text not null,
  operation text not null,
  path text not null,
  module text not null,
  object_kind text,
  object_id text,
  object_name text,
  object_count int not null,
  batch_id uuid,
  detail jsonb,
  code int not null,
  duration_ms int not null,
  primary key (at, id)
) partition by range (at);

create table audit_log_rest partition of audit_log default;
create index audit_log_by_tx on audit_log (tx, id);
create index audit_log_by_uid on audit_log (uid, at);
create index audit_log_by_object on audit_log (object_id, at) where object_id is not null;

create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_rewriting();
create trigger audit_log_keep before truncate on audit_log for each statement execute function refuse_rewriting();

-- Makes the partition of the month (UTC) that holds this moment, when it is missing.
create function make_audit_partition(moment bigint) returns void language plpgsql as $$
declare
  month timestamp := date_trunc('month', to_timestamp(moment / 1000.0) at time zone 'UTC');
  part text := 'audit_log_' || to_char(month, 'YYYY_MM');
begin
  if to_regclass(part) is null then
    execute format(
      'create table if not exists %I partition of audit_log for values from (%s) to (%s)', part,
      (extract(epoch from month) * 1000)::bigint, (extract(epoch from month + interval '1 month') * 1000)::bigint);
  end if;
end $$;

-- What is added to transaction ids, so that their order goes on after a move to a cluster that counts from lower numbers.
create table audit_clock (
  shift bigint not null default 0,
  only_one boolean primary key default true check (only_one)
);
insert into audit_clock default values;

-- The chain: each seal binds a row to all sealed before it in its stream (audit_log, change_operation).
create table audit_seal (
  stream text not null,
  seq bigint not null,
  -- UTC day on which it was sealed, in days since 1970.
  day int not null,
  tx bigint not null,
  row_id uuid not null,
  hash bytea not null,
  -- Set where the key differs from that of the seal before.
  key_id text,
  primary key (stream, seq)
);

-- The last seal of a finished day, signed again: shows when the end of the chain was cut off.
create table audit_day (
  stream text not null,
  day int not null,
  seq bigint not null,
  hash bytea not null,
  mac bytea not null,
  key_id text not null,
  primary key (stream, day)
);

-- How far the chain goes, signed: shows when rows and their seals were removed together from its end.
create table audit_head (
  stream text primary key,
  seq bigint not null,
  tx bigint not null,
  row_id uuid,
  hash bytea not null,
  mac bytea not null,
  key_id text not null
);

create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function refuse_rewriting();
create trigger audit_seal_keep before truncate on audit_seal for each statement execute function refuse_rewriting();
create trigger audit_day_append_only before update or delete on audit_day for each row execute function refuse_rewriting();
