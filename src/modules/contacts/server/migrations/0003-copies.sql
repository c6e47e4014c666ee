-- Which terminals hold a copy of the directory: the session that fetched it, and when it was last seen to follow (epoch milliseconds, to
-- within an hour). Nothing of what is in it.
create table contact_copy (
  session_id uuid primary key,
  employee_id uuid not null,
  at bigint not null
);
create index contact_copy_of on contact_copy (employee_id, at);
create index contact_copy_at on contact_copy (at);
