-- What can be called, as its module noted it last: names, and the department by which calls are seen.
create table call_target (
  interface_id uuid primary key,
  system_id uuid not null,
  system_code text not null,
  system_name text not null,
  name text not null,
  path text not null,
  kind text not null,
  owner_dept_id uuid
);
create index call_target_by_system on call_target (system_id);
create index call_target_by_department on call_target (owner_dept_id);

-- Calls of interfaces; append-only, a partition a month.
create table call_log (
  id uuid not null,
  at bigint not null,
  request_id text not null,
  trace_id text,
  interface_id uuid not null,
  version_no int not null,
  test boolean not null,
  caller_kind text not null,
  caller_id text,
  caller_name text,
  employee_id uuid,
  act_for_id uuid,
  widget_id text,
  address text not null,
  method text not null,
  class text not null,
  http_status int not null,
  target_status int,
  code int not null,
  ms_total double precision not null,
  ms_target double precision,
  ms_queue double precision,
  bytes_in bigint not null,
  bytes_out bigint not null,
  cache text,
  tries int not null,
  node text not null,
  steps jsonb not null,
  replay_of uuid,
  primary key (at, id)
) partition by range (at);

create table call_log_rest partition of call_log default;
create index call_log_by_interface on call_log (interface_id, at, id);
create index call_log_by_class on call_log (class, at, id) where class <> 'ok';
create index call_log_by_caller on call_log (caller_id, at, id) where caller_id is not null;
create index call_log_by_employee on call_log (employee_id, at, id) where employee_id is not null;
create index call_log_by_request on call_log (request_id);
create index call_log_by_trace on call_log (trace_id) where trace_id is not null;

create trigger call_log_append_only before update or delete on call_log for each row execute function refuse_rewriting();
create trigger call_log_keep before truncate on call_log for each statement execute function refuse_rewriting();

-- Requests and answers, masked; kept shorter than the rows they belong to.
create table call_body (
  id uuid primary key,
  at bigint not null,
  interface_id uuid not null,
  request jsonb,
  answer jsonb
);
create index call_body_by_time on call_body (at);

-- Adds two histograms bucket by bucket.
create function add_buckets(one bigint[], other bigint[]) returns bigint[] language sql immutable parallel safe as $$
  select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place) from unnest(one, other) with ordinality as both_of(a, b, place)
$$;
create aggregate sum_buckets(bigint[]) (sfunc = add_buckets, stype = bigint[], initcond = '{}', parallel = safe, combinefunc = add_buckets);

-- Counters by minute, hour and day; calls are counted whether they are logged or not.
create table call_stat (
  grain text not null,
  at bigint not null,
  interface_id uuid not null,
  version_no int not null,
  caller_kind text not null,
  caller_id text not null,
  class text not null,
  calls bigint not null,
  ms_sum double precision not null,
  ms_max double precision not null,
  bytes_in bigint not null,
  bytes_out bigint not null,
  cached bigint not null,
  buckets bigint[] not null,
  primary key (grain, at, interface_id, version_no, caller_kind, caller_id, class)
);
create index call_stat_by_interface on call_stat (interface_id, grain, at);
