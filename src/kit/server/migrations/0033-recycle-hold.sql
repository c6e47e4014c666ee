-- Deleted objects that are kept in the recycle bin beyond their days.
create table change_held (
  operation_id uuid primary key,
  uid text not null,
  at bigint not null,
  reason text
);
