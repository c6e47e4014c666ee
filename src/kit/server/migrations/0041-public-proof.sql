-- Key pairs of the installation (Ed25519). The private part is wrapped by the master key; the newest that opens signs.
create table audit_key (
  id text primary key,
  -- SPKI as PEM.
  public_key text not null,
  -- PKCS #8, sealed.
  private_key text not null,
  created_at bigint not null
);

-- Rows that were sealed together: the root of a hash tree over their digests, so that a row can be proved without the installation's key.
-- One never mixes rows of two months. Rows sealed before this table existed have none.
create table audit_block (
  stream text not null,
  first_seq bigint not null,
  last_seq bigint not null,
  day int not null,
  hash bytea not null,
  primary key (stream, last_seq)
);

-- The signed root of a finished day: the tree over its blocks, chained to the day before.
create table audit_root (
  stream text not null,
  day int not null,
  -- In the order of signing, for those who are told of each.
  no bigint generated always as identity,
  first_seq bigint not null,
  last_seq bigint not null,
  root bytea not null,
  previous_root bytea not null,
  signature bytea not null,
  key_id text not null,
  signed_at bigint not null,
  primary key (stream, day)
);
create unique index audit_root_by_no on audit_root (no);

create trigger audit_block_append_only before update or delete on audit_block for each row execute function refuse_rewriting();
create trigger audit_block_keep before truncate on audit_block for each statement execute function refuse_rewriting();
create trigger audit_root_append_only before update or delete on audit_root for each row execute function refuse_rewriting();
create trigger audit_root_keep before truncate on audit_root for each statement execute function refuse_rewriting();
