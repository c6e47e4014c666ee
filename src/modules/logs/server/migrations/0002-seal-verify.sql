-- Verifications of the sealed logs. Days are counted since 1970 (UTC); without a log it was all of them.
create table seal_verify (
  id uuid primary key,
  job_id uuid,
  uid text not null,
  name text not null,
  log text,
  from_day int,
  to_day int,
  state text not null,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint,
  rows bigint not null default 0,
  findings jsonb not null default '[]'
);
create index seal_verify_by_time on seal_verify (created_at);
