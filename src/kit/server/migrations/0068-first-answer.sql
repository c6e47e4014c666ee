-- The first answer to a write that carried an Idempotency-Key: for a day the same key of the same person gets it again.
create table first_answer (
  uid uuid not null,
  key text not null,
  -- Of the call that works under the key; whoever takes over from one that died has another.
  id uuid not null,
  operation text not null,
  -- Keyed hash of the input: what was entered may hold a password.
  digest bytea not null,
  began_at bigint not null,
  -- Set in the transaction of the write itself.
  written boolean not null default false,
  -- Sealed; null while the call is at work, or where it died between its write and its answer.
  answer text,
  primary key (uid, key)
);
create index first_answer_began on first_answer (began_at);
