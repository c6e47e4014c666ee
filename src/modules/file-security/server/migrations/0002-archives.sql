-- What archives hold, read once by content: the types and extensions of their entries. One that can't be read is of the type `locked`.
create table file_archive (
  hash text primary key,
  types text[] not null,
  extensions text[] not null,
  at bigint not null
);
