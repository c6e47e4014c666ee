alter table sno alter column description drop not null;
update sno set description = null where description ->> 'zh_CN' = '';

-- What belongs to an account stays while the account lies in the recycle bin, and is there again when it comes back.
alter table sno_member drop constraint sno_member_sno_id_fkey;
alter table sno_audience drop constraint sno_audience_sno_id_fkey;
alter table sno_fan drop constraint sno_fan_sno_id_fkey;

-- The name is unique in each language in which it is given.
create unique index sno_name on sno (lower(name ->> 'zh_CN'));
create unique index sno_name_en on sno (lower(name ->> 'en_US')) where coalesce(name ->> 'en_US', '') <> '';
create unique index sno_name_ja on sno (lower(name ->> 'ja_JP')) where coalesce(name ->> 'ja_JP', '') <> '';

create table sno_logo (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  sno_id uuid not null,
  file_id uuid not null,
  dark_file_id uuid,
  standard boolean not null
);
create index sno_logo_account on sno_logo (sno_id);
create unique index sno_logo_standard on sno_logo (sno_id) where standard;

create table sno_logo_role (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  sno_id uuid not null,
  logo_id uuid not null references sno_logo (id),
  members jsonb not null,
  priority integer not null
);
create index sno_logo_role_account on sno_logo_role (sno_id, priority);

-- The pictures made of an uploaded file: WebP of 256 and of 1,024 pixels.
create table sno_picture (
  file_id uuid primary key,
  small bytea not null,
  large bytea not null
);

create table mpm_setting (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  quiet_hours jsonb not null,
  cap jsonb not null,
  approve_above integer not null,
  urgent_needs_approval boolean not null,
  target_days integer not null,
  expire_hours integer not null,
  recall_badge jsonb not null
);
insert into mpm_setting (id, version, created_at, updated_at, quiet_hours, cap, approve_above, urgent_needs_approval, target_days, expire_hours, recall_badge)
select '00000000-0000-7000-8000-000000000331', 1, now_ms, now_ms,
  '[{"from": "22:00", "to": "07:00", "weekdays": [1, 2, 3, 4, 5, 6, 7]}]', '{"perPersonPerDay": 3, "perPersonPerWeek": 15}', 10000, true, 400, 72,
  '{"zh_CN": "发布方已撤回此消息", "en_US": "This message has been withdrawn by the sender", "ja_JP": "このメッセージは配信元により取り消されました"}'
from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
