-- An uploaded or made file; its content lies in the file store under its hash.
create table file (
  id uuid primary key,
  hash text not null,
  name text not null,
  type text not null,
  size bigint not null,
  -- What it is for: `import`, `export`, `avatar`, …
  purpose text not null,
  owner text not null,
  created_at bigint not null,
  -- Temporary files vanish then; null stays.
  expires_at bigint
);
create index file_by_hash on file (hash);
create index file_expiring on file (expires_at) where expires_at is not null;
