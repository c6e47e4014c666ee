-- Of what will end its notice people were told, once an end and step. Times are epoch milliseconds.
create table app_expiry_notice (
  object_id uuid not null,
  due_at bigint not null,
  days int not null,
  at bigint not null,
  primary key (object_id, due_at, days)
);
