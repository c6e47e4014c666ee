-- Nothing could fill these before there was a page for them; requests now also hold single calls.
drop table change_request;
drop table change_policy;

-- Which operations wait for others to agree.
create table change_policy (
  id uuid primary key,
  version int not null default 1,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  -- Audit words, or groups of them (`@erase`).
  operations text[] not null,
  at_least int not null check (at_least >= 1),
  loud boolean not null,
  off_hours boolean not null,
  approver_role_ids uuid[] not null,
  approver_ids uuid[] not null,
  needed int not null check (needed between 1 and 3),
  expires_hours int not null check (expires_hours between 1 and 336),
  emergency_role_ids uuid[] not null,
  review_hours int not null check (review_hours between 1 and 336),
  enabled boolean not null
);
create unique index change_policy_name on change_policy (lower(name));

-- A write that waits, or waited.
create table change_request (
  id uuid primary key,
  -- Counts the versions of what would be done.
  version int not null default 1,
  policy_id uuid,
  policy_name text not null,
  -- { roles, people, needed, emergencyRoles, reviewHours } as they were when it was asked for.
  rules jsonb not null,
  operation text not null,
  module text not null,
  -- The call, or the plan.
  path text,
  -- Resource codes of which one gives the right.
  codes text[] not null,
  -- The input, sealed; null for a plan.
  input text,
  plan_id uuid,
  reason text,
  requester text not null,
  -- { account, name, language, address, userAgent, requestId, operation, confirmed }
  caller jsonb not null,
  counts jsonb not null,
  impact jsonb not null,
  -- The lines of the journal that it would write.
  lines jsonb not null,
  line_count int not null,
  -- Hash of all these lines: what is agreed to is what is done.
  print text not null,
  -- Departments of the objects; `unpathed` when one belongs to none although its kind does.
  paths text[] not null,
  unpathed boolean not null,
  state text not null default 'pending' check (state in ('pending', 'stale', 'approved', 'running', 'done', 'failed', 'rejected', 'withdrawn', 'expired', 'bypassed', 'reviewed', 'disputed')),
  at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  bypassed_by text,
  review_by bigint,
  -- A warning stands for it.
  warned boolean not null default false,
  job_id uuid,
  batch_id uuid,
  -- { code, params } of why it was not done.
  failure jsonb
);
create index change_request_open on change_request (expires_at) where state in ('pending', 'stale', 'approved', 'running', 'bypassed');
create index change_request_requester on change_request (requester, id);
create index change_request_plan on change_request (plan_id) where plan_id is not null;

-- What happened to a request, agreements and comments among it.
create table change_request_event (
  id uuid primary key,
  request_id uuid not null references change_request on delete cascade,
  event text not null,
  uid text not null,
  name text not null,
  -- In whose place.
  for_uid text,
  for_name text,
  comment text,
  at bigint not null,
  address text not null,
  -- An agreement to an older version of what would be done.
  void boolean not null default false
);
create index change_request_event_of on change_request_event (request_id, id);
create index change_request_event_by on change_request_event (uid, request_id);

-- Who decides in whose place.
create table change_delegation (
  id uuid primary key,
  from_uid text not null,
  to_uid text not null,
  from_at bigint not null,
  until_at bigint not null,
  reason text
);
create index change_delegation_to on change_delegation (to_uid, until_at);
create index change_delegation_from on change_delegation (from_uid, until_at);
