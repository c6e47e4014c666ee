-- By which way a session was opened: the code of a sign-in setting.
alter table session add column way text not null default 'local';
create index session_by_way on session (way, created_at);
