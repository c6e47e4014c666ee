-- What people entered about themselves: the field and a digest of what they entered. Such a value is theirs as long as it stands.
create table employee_own_field (
  employee_id uuid not null references employee (id) on delete cascade,
  field text not null,
  digest text not null,
  at bigint not null,
  primary key (employee_id, field)
);
