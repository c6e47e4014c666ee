-- A second application of WeCom, by which notices go out, and how it knows employees.
alter table wechat_config add column match text not null default 'account' check (match in ('account', 'employeeNo', 'mobile'));
insert into wechat_config (id, use, created_at, updated_at) values ('00000000-0000-7000-8000-0000000000a3', 'notice', 0, 0);
