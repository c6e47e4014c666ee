-- Fields that people entered about themselves, with when; whoever else writes a field afterwards takes it from them.
alter table employee add column own_fields jsonb not null default '{}';
create index employee_with_own_fields on employee (id) where own_fields <> '{}';

-- Pictures of people: made anew from what was sent, small.
create table employee_picture (
  employee_id uuid primary key references employee (id) on delete cascade,
  type text not null,
  data text not null,
  updated_at bigint not null
);
