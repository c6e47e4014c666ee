-- How often somebody put the question for a number off; gone when a number is submitted.
create table phone_skip (
  employee_id uuid primary key,
  count integer not null,
  at bigint not null
);
