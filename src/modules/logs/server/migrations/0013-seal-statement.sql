-- What auditors wrote about damage to the seals: verifications and cleanings go on behind it. Append-only, like the logs themselves.
create table seal_statement (
  id uuid primary key,
  log text not null,
  seq bigint not null,
  kind text not null,
  day int,
  row_id uuid,
  text text not null,
  uid text not null,
  name text not null,
  at bigint not null,
  unique (log, seq, kind)
);
create trigger seal_statement_append_only before update or delete on seal_statement for each row execute function refuse_rewriting();
create trigger seal_statement_keep before truncate on seal_statement for each statement execute function refuse_rewriting();
