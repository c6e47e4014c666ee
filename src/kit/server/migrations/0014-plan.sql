-- A wish turned into operations that can be read before anything is written.
create table change_plan (
  id uuid primary key,
  at bigint not null,
  uid text not null,
  kind text not null,
  -- Resource code that applying needs.
  code text,
  title jsonb not null,
  operation text not null,
  reason text,
  source text not null check (source in ('form', 'import', 'bulk', 'sync', 'revert', 'job')),
  state text not null default 'making' check (state in ('making', 'planned', 'held', 'applying', 'applied', 'cancelled', 'failed', 'discarded')),
  -- Items by action and state, { "create": 3, "refused": 1 }.
  counts jsonb not null default '{}',
  impact jsonb not null default '{}',
  -- The rule that holds it, its number and its limit.
  brake jsonb,
  outcome jsonb not null default '{}',
  batch_id uuid,
  job_id uuid,
  -- The last item that was looked at by applying.
  cursor int not null default -1,
  expires_at bigint not null
);
create index change_plan_of_person on change_plan (uid, id);
create index change_plan_expiring on change_plan (expires_at);

create table change_plan_item (
  plan_id uuid not null references change_plan on delete cascade,
  seq int not null,
  -- Where the wish came from: the row of a file.
  line int,
  action text not null check (action in ('create', 'change', 'move', 'enable', 'disable', 'delete', 'restore', 'same', 'refused')),
  object_id uuid,
  object_name text not null,
  path ltree,
  before jsonb,
  after jsonb,
  version int,
  -- Applied ones stay 'planned': the plan's cursor says how far it was applied.
  state text not null default 'planned' check (state in ('planned', 'stale', 'refused')),
  -- [{ path, namespace, key, params }]
  issues jsonb,
  primary key (plan_id, seq)
);
create index change_plan_item_refused on change_plan_item (plan_id, seq) where action = 'refused' or state <> 'planned';

-- Which operations wait for a second person.
create table change_policy (
  id uuid primary key,
  version int not null default 1,
  -- Audit word of the operation, `employee.delete`.
  operation text not null unique,
  -- From so many objects on.
  at_least int not null default 1 check (at_least >= 1),
  -- Resource code that the second person needs.
  approver_code text not null,
  hours int not null default 72 check (hours between 1 and 720),
  enabled boolean not null default true,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);

create table change_request (
  id uuid primary key,
  version int not null default 1,
  policy_id uuid references change_policy on delete set null,
  plan_id uuid not null references change_plan,
  operation text not null,
  approver_code text not null,
  requester text not null,
  caller jsonb not null,
  reason text,
  counts jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'expired')),
  decided_by text,
  decided_at bigint,
  comment text,
  at bigint not null,
  expires_at bigint not null,
  job_id uuid
);
create index change_request_open on change_request (id) where state = 'pending';
