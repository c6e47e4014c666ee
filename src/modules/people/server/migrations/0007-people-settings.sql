-- What is set about people; one row.
create table muc_setting (
  id uuid primary key,
  mobile_repeats boolean not null default false,
  account_reuse_days int not null default 180,
  recycle_days int not null default 30,
  locale text not null default 'zh_CN',
  -- The zone of the server where it is null.
  time_zone text,
  masked_fields jsonb not null default '["mobile", "birthday"]',
  -- An expression (RE2) that numbers of employees must fit.
  number_format text,
  version int not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
insert into muc_setting (id, created_at, updated_at) values ('00000000-0000-7000-8000-000000000012', 0, 0);

-- Whoever was given a number that somebody has already, while numbers may repeat; all others differ.
alter table employee add column mobile_shared boolean not null default false;
drop index employee_mobile;
create unique index employee_mobile on employee (mobile) where mobile is not null and status not in ('deleted', 'left') and not mobile_shared;
create index employee_mobile_all on employee (mobile) where mobile is not null and status not in ('deleted', 'left');

-- Filters of the list of people.
create index employee_job_level on employee (job_level, id) where job_level is not null;
create index employee_type on employee (employment_type, id);
create index employee_several on employee (id) where several;
