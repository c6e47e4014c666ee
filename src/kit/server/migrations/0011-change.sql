-- The operations of one wish: a form, an import, a bulk edit, a sync, a revert.
create table change_batch (
  id uuid primary key,
  at bigint not null,
  uid text not null,
  name text not null,
  address text not null,
  request_id text not null,
  operation text not null,
  reason text,
  source text not null check (source in ('form', 'import', 'bulk', 'sync', 'revert', 'job')),
  -- Operations by action, { "create": 3 }.
  counts jsonb not null default '{}',
  revert_of uuid references change_batch
);
create index change_batch_by_time on change_batch (at, id);
create index change_batch_undoing on change_batch (revert_of) where revert_of is not null;

-- The journal: one write on one object. `before` and `after` hold the changed fields, of creations and deletions all of them.
create table change_operation (
  id uuid primary key,
  batch_id uuid not null references change_batch,
  seq int not null,
  at bigint not null,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  kind text not null,
  object_id text not null,
  object_name text not null,
  path ltree,
  action text not null check (action in ('create', 'change', 'move', 'enable', 'disable', 'delete', 'restore')),
  before jsonb,
  after jsonb,
  version_before int,
  version_after int
);
create index change_operation_by_batch on change_operation (batch_id, seq);
create index change_operation_by_object on change_operation (object_id, id);
create index change_operation_by_tx on change_operation (tx, id);
-- The recycle bin reads deletions alone.
create index change_operation_deleted on change_operation (id) where action = 'delete';

create trigger change_operation_append_only before update or delete on change_operation for each row execute function refuse_rewriting();
create trigger change_operation_keep before truncate on change_operation for each statement execute function refuse_rewriting();

-- Which operations were undone, and by which; beside the journal because that is never rewritten.
create table change_reverted (
  operation_id uuid primary key references change_operation,
  reverted_by uuid not null references change_batch,
  at bigint not null
);
create index change_reverted_by_batch on change_reverted (reverted_by);

-- Deleted objects that were removed from the recycle bin before their time.
create table change_purged (
  operation_id uuid primary key references change_operation,
  uid text not null,
  at bigint not null
);
