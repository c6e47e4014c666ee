-- A content of the file store that is sealed: its place there and the key it alone has, sealed under the enterprise's key for stored files.
create table file_seal (
  id uuid primary key,
  -- SHA-256 of the content, as `file` names it.
  hash text not null unique,
  -- SHA-256 of what lies in the store.
  stored text not null,
  -- Bytes of the content.
  size bigint not null,
  sealed text not null,
  -- When it came last.
  kept_at bigint not null
);
-- A rotation finds by it what is under a former key.
create index file_seal_by_key on file_seal (left(sealed, 20), id);
-- What lies in the store as it came and is still to be sealed: everything that was kept before.
create table file_clear (
  hash text primary key
);
insert into file_clear select distinct hash from file;
