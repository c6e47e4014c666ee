-- What roles of robots give: functions and numbers. Everybody has what the built-in one gives.
create table mrm_role (
  role_id uuid primary key references role (id) on delete cascade,
  functions text[] not null,
  limits jsonb not null default '{}'
);
insert into role (id, module, code, name, owner_dept_id, version, created_at, updated_at)
select '00000000-0000-7000-8000-000000001701', 'mrm', 'mrm_everyone', '所有人', '00000000-0000-7000-8000-000000000010', 1, now_ms, now_ms
from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
insert into mrm_role (role_id, functions) values ('00000000-0000-7000-8000-000000001701',
  '{assistant.awayReply,assistant.digest,assistant.keywordReply,assistant.use,mika.use,mika.write,todo.delegate,todo.transfer}');
