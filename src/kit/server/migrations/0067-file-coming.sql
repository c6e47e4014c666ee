-- A content that lies sealed in the store and is named by no row of file_seal yet. What a process that died leaves here is removed from the store.
create table file_coming (
  -- That of its row in file_seal.
  id uuid primary key,
  -- SHA-256 of what lies in the store.
  stored text not null,
  -- When whoever keeps it was last at work on it.
  seen_at bigint not null
);
