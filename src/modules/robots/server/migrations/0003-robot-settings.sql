-- What is set for robots: a row of the site, and one of each company that narrows it, where null takes over what stands above.
create table robot_setting (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  company_dept_id uuid,
  who_creates text,
  approve_new boolean,
  approve_read_all boolean,
  max_per_person int,
  max_per_group int,
  rate int,
  hosts jsonb,
  key_life_days int,
  calendar jsonb,
  quiet_hours jsonb,
  label boolean,
  label_text jsonb,
  unused_days int,
  log_days int
);
create unique index robot_setting_company_dept_id on robot_setting (company_dept_id) nulls not distinct;
insert into robot_setting (id, version, created_at, updated_at, who_creates, approve_new, approve_read_all, max_per_person, max_per_group,
  rate, hosts, key_life_days, calendar, label, label_text, unused_days, log_days)
select '00000000-0000-7000-8000-000000001702', 1, now_ms, now_ms, 'holders', false, true, 5, 5, 20, '[]', 0, '{"closed": [], "open": []}', true,
  '{"zh_CN": "机器人", "en_US": "Robot", "ja_JP": "ロボット"}', 180, 30
from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
