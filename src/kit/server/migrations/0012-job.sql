-- Long work. A running job is leased: whoever holds the lease renews it; when it lapses another process takes the job.
create table job (
  id uuid primary key,
  kind text not null,
  uid text not null,
  -- For whom it works: account, name, language, address, request and audit word; grants are read anew while it runs.
  caller jsonb not null,
  title_params jsonb not null default '{}',
  payload jsonb,
  -- Jobs with the same key run one after another.
  exclusive text,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  done bigint not null default 0,
  total bigint,
  failed bigint not null default 0,
  attempts int not null default 0,
  cancel boolean not null default false,
  lease_owner uuid,
  lease_until bigint,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint,
  result jsonb,
  -- { "code": …, "params": … } of a refusal.
  error jsonb
);
create index job_waiting on job (id) where state in ('queued', 'running');
create index job_of_person on job (uid, id);
