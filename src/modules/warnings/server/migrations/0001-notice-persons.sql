-- Who is told of warnings: an employee, an outside address of mail, or another system that takes them.
create table notice_person (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text not null,
  updated_at bigint not null,
  updated_by text not null,
  employee_id uuid,
  name text not null,
  email text,
  -- Proven to reach somebody; goes with a change of the address.
  verified_at bigint,
  webhook_url text,
  webhook_preset text check (webhook_preset in ('plain', 'wecom', 'dingtalk', 'feishu')),
  webhook_secret text,
  channels text[] not null,
  subscriptions jsonb not null,
  language text,
  time_zone text,
  quiet jsonb,
  escalate_to uuid,
  escalate_after_minutes int,
  enabled boolean not null,
  expires_at bigint,
  licence boolean not null
);
create unique index notice_person_employee on notice_person (employee_id);
create unique index notice_person_email on notice_person (lower(email));
create unique index notice_person_webhook on notice_person (webhook_url);

-- The word that was sent to an outside address to prove it.
create table notice_proof (
  person_id uuid primary key references notice_person on delete cascade,
  email text not null,
  hash bytea not null,
  until bigint not null,
  tries int not null
);

-- The last test of each channel.
create table notice_test (
  person_id uuid not null references notice_person on delete cascade,
  channel text not null,
  at bigint not null,
  ok boolean not null,
  answer text not null,
  primary key (person_id, channel)
);

create table silence (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text not null,
  updated_at bigint not null,
  updated_by text not null,
  kind text,
  module text,
  object_id text,
  severities text[] not null,
  from_at bigint not null,
  until_at bigint not null,
  -- Days of the week (0 Sunday), from and to, of a time zone: an upkeep window that comes back.
  weekly jsonb,
  reason text not null
);
create index silence_until on silence (until_at);
