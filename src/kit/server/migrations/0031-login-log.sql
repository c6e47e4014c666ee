-- Makes the partition of the month (UTC) that holds this moment, of any log, when it is missing.
create function make_log_partition(log text, moment bigint) returns void language plpgsql as $$
declare
  month timestamp := date_trunc('month', to_timestamp(moment / 1000.0) at time zone 'UTC');
  part text := log || '_' || to_char(month, 'YYYY_MM');
begin
  if to_regclass(part) is null then
    execute format(
      'create table if not exists %I partition of %I for values from (%s) to (%s)', part, log,
      (extract(epoch from month) * 1000)::bigint, (extract(epoch from month + interval '1 month') * 1000)::bigint);
  end if;
end $$;

-- Sign-ins, refusals, confirmations and sign-outs of console and terminals; sealed like the audit.
create table login_log (
  id uuid not null,
  at bigint not null,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  side text not null,
  event text not null,
  result text not null,
  reason text,
  -- What was typed; of what looks like a password a keyed hash alone.
  account text,
  account_hash text,
  uid uuid,
  name text,
  -- Departments of the person, at that time.
  paths ltree[],
  kind text not null,
  factor text not null,
  session_id text,
  address text not null,
  user_agent text not null,
  platform int,
  app_id text,
  app_version text,
  os_version text,
  device_id text,
  device_model text,
  network_kind text,
  flags text[] not null default '{}',
  -- More than one where refusals of an address came faster than they are kept one by one.
  count int not null default 1,
  primary key (at, id)
) partition by range (at);

create table login_log_rest partition of login_log default;
create index login_log_by_tx on login_log (tx, id);
create index login_log_by_side on login_log (side, at, id);
create index login_log_by_result on login_log (side, result, at, id);
create index login_log_by_person on login_log (uid, at, id) where uid is not null;
create index login_log_by_account on login_log (account, at, id) where account is not null;
create index login_log_by_address on login_log (address, at, id);
create index login_log_by_device on login_log (device_id, at, id) where device_id is not null;
create index login_log_by_session on login_log (session_id) where session_id is not null;

create trigger login_log_append_only before update or delete on login_log for each row execute function refuse_rewriting();
create trigger login_log_keep before truncate on login_log for each statement execute function refuse_rewriting();

-- How and when sessions ended; beside the log because that is never rewritten.
create table login_end (
  session_id text primary key,
  at bigint not null,
  ended_by text not null
);
create index login_end_by_time on login_end (at);
