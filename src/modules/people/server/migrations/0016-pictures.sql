-- Pictures of people by the digest of what was sent, so that a change of one is journaled and taken back like that of any other field.
create table picture (
  digest text primary key,
  type text not null,
  data text not null,
  kept_at bigint not null
);
alter table employee add column avatar text;
insert into picture (digest, type, data, kept_at)
  select distinct on (1) 'sha256:' || encode(sha256(decode(data, 'base64')), 'hex'), type, data, updated_at from employee_picture order by 1, 4 desc;
update employee e set avatar = 'sha256:' || encode(sha256(decode(p.data, 'base64')), 'hex') from employee_picture p where p.employee_id = e.id;
drop table employee_picture;
create index employee_with_avatar on employee (avatar) where avatar is not null;
-- What a reading of everything ended with, so that a file that did not change since is not read again.
alter table source_run add column read_mark text, add column same boolean not null default false;
alter table source_standing add column read_mark text;
