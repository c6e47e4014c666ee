-- What the journal does not hold of deleted objects and a return needs: who made them and when, and secrets as they lie in their columns (sealed).
create table change_kept (
  kind text not null,
  object_id text not null,
  -- Place of these rows among those that the kind names.
  part int not null,
  at bigint not null,
  rows jsonb not null,
  primary key (kind, object_id, part)
);
create index change_kept_at on change_kept (at);
