-- Months that are over their time and that a receiver of the logs has not got yet: since when cleaning waits for it.
create table cleanup_wait (
  part text primary key,
  since bigint not null
);
