-- What roles of module mdm give: functions with files, and groups of settings of the terminal. Times are epoch milliseconds.
create table mdm_role (
  role_id uuid primary key references role (id) on delete cascade,
  functions text[] not null,
  -- { "bind": { … }, "unbind": { … }, … }; a group that is not set by the role is absent.
  groups jsonb not null default '{}'
);
insert into role (id, module, code, name, owner_dept_id, version, created_at, updated_at)
select '00000000-0000-7000-8000-000000000211', 'mdm', 'mdm_everyone', '所有人', '00000000-0000-7000-8000-000000000010', 1, now_ms, now_ms
from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
insert into mdm_role (role_id, functions, groups) values (
  '00000000-0000-7000-8000-000000000211',
  '{file.copyText,file.download,file.forward,file.offline,file.openWith,file.preview,file.print,file.saveToAlbum,file.send,file.setLevel,file.upload}',
  '{"unbind": {"selfUnbind": 1, "needsApproval": 0, "coolDownHours": 24, "eraseOnUnbind": null},
    "screenshot": {"prevent": 0, "report": 1, "places": ["files"]},
    "watermark": {"on": 1, "places": ["preview"], "template": "{name} {account} {time} {code}", "opacity": 12, "size": 14, "angle": -20}}');

-- The draft: rules of downloading, sending and looking at files, each kind in its order.
create table file_rule (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('download', 'send', 'preview')),
  actions jsonb not null,
  everyone boolean not null,
  -- [{ "kind": "department", "id": "…", "exclude": false }]
  who jsonb not null,
  role_ids jsonb not null,
  platforms jsonb not null,
  place text not null check (place in ('any', 'inside', 'outside')),
  -- [{ "value": "10.0.0.0/8", "note": "" }]
  segments jsonb not null,
  -- { "days": [1], "from": "08:00", "to": "18:00", "zone": "Asia/Shanghai" }; null: always.
  time_window jsonb,
  file_types jsonb not null,
  extensions jsonb not null,
  size_min bigint,
  size_max bigint,
  name_pattern text,
  levels jsonb not null,
  target text not null check (target in ('anybody', 'ownDepartment', 'otherDepartment', 'external')),
  effect text not null check (effect in ('allow', 'allowWith', 'block')),
  -- { "watermark": true, "container": false, "readOnly": false, "perDay": null, "reasonAsked": false }
  conditions jsonb not null,
  mode text not null check (mode in ('observe', 'enforce')),
  message jsonb,
  until bigint,
  priority int not null,
  enabled boolean not null,
  note text not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index file_rule_name on file_rule (lower(name));

-- The draft: who sends files to whom.
create table file_send_user (
  id uuid primary key,
  name text not null,
  everyone boolean not null,
  who jsonb not null,
  target text not null check (target in ('anybody', 'people', 'ownDepartment', 'external')),
  targets jsonb not null,
  file_types jsonb not null,
  size_max bigint,
  effect text not null check (effect in ('allow', 'block')),
  until bigint,
  priority int not null,
  enabled boolean not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index file_send_user_name on file_send_user (lower(name));

-- The draft: what holds outside the company's network. One row.
create table file_outer_net (
  id uuid primary key,
  name text not null,
  segments jsonb not null,
  -- [{ "action": "download", "effect": "block", "watermark": false, "readOnly": false }]
  actions jsonb not null,
  -- [{ "kind": "employee", "id": "…", "until": null }]
  exceptions jsonb not null,
  send_default text not null check (send_default in ('allow', 'block')),
  version int not null,
  created_at bigint not null default 0,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
insert into file_outer_net (id, name, segments, actions, exceptions, send_default, version, updated_at)
values ('00000000-0000-7000-8000-000000000212', 'outerNet', '[]', '[]', '[]', 'allow', 1, (extract(epoch from now()) * 1000)::bigint);

-- Versions that were published; the newest is in force.
create table file_rule_set (
  id uuid primary key,
  number int not null,
  name text not null,
  -- { "rules": […], "sends": […], "outer": { … } }
  content jsonb not null,
  hash text not null,
  based_on int,
  note text not null,
  tests jsonb not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index file_rule_set_number on file_rule_set (number);
insert into file_rule_set (id, number, name, content, hash, based_on, note, tests, version, created_at, updated_at)
select '00000000-0000-7000-8000-000000000214', 1, '1', '{"rules": [], "sends": [], "outer": {"segments": [], "actions": [], "exceptions": [], "sendDefault": "allow"}}',
  'shipped', null, '', '[]', 1, now_ms, now_ms from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;

-- Cases that every version must decide as they say.
create table file_rule_test (
  id uuid primary key,
  name text not null,
  test_case jsonb not null,
  expected text not null check (expected in ('allow', 'allowWith', 'block')),
  enabled boolean not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index file_rule_test_name on file_rule_test (lower(name));

-- People whom restrictions do not hold for a while. It takes effect at once, not with a version.
create table file_white_user (
  id uuid primary key,
  employee_id uuid,
  department_id uuid,
  crowd_id uuid,
  -- Empty: all.
  actions jsonb not null,
  keep_conditions boolean not null,
  reason text not null,
  until bigint not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  constraint file_white_user_one check (num_nonnulls(employee_id, department_id, crowd_id) = 1)
);
create unique index file_white_user_employee_id on file_white_user (employee_id);
create unique index file_white_user_department_id on file_white_user (department_id);
create unique index file_white_user_crowd_id on file_white_user (crowd_id);

-- What is known of a file beside its content: how secret it is, and on hold or not.
create table file_mark (
  file_id uuid primary key,
  level int not null check (level between 0 and 3),
  held boolean not null default false,
  reason text not null default '',
  at bigint not null,
  by text
);

-- Every decision about a file, with the steps that were taken; found by the code that the person saw.
create table file_decision (
  id bigint generated always as identity primary key,
  ref text not null,
  at bigint not null,
  employee_id uuid not null,
  action text not null,
  -- ask: only asked; ticket: a ticket was issued or refused; send: asked by another area.
  occasion text not null,
  file_id uuid,
  file_name text not null,
  file_hash text,
  platform int not null,
  address text,
  install_id text,
  device_id uuid,
  device_name text,
  facts jsonb not null,
  verdict text not null,
  step text not null,
  rule_id uuid,
  rule_name text,
  conditions jsonb not null,
  steps jsonb not null,
  observed uuid[] not null default '{}',
  set_number int not null
);
create unique index file_decision_ref on file_decision (ref);
create index file_decision_at on file_decision (at, id);
create index file_decision_employee on file_decision (employee_id, at);
create index file_decision_file on file_decision (file_id, at) where file_id is not null;
create index file_decision_hash on file_decision (file_hash, at) where file_hash is not null;
create index file_decision_rule on file_decision (rule_id, at) where rule_id is not null;
create index file_decision_observed on file_decision using gin (observed) where observed <> '{}';

-- Permission to fetch a file once; only the hash of the ticket is kept.
create table file_ticket (
  hash text primary key,
  ref text not null,
  employee_id uuid not null,
  session_id text not null,
  thumbprint text not null,
  install_id text not null,
  file_id uuid not null,
  action text not null,
  conditions jsonb not null,
  recipient text,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  bytes bigint,
  printed_at bigint
);
create index file_ticket_created on file_ticket (created_at);
create unique index file_ticket_ref on file_ticket (ref);

-- Prints, also refused ones.
create table file_print (
  id uuid primary key,
  at bigint not null,
  employee_id uuid not null,
  platform int not null,
  install_id text,
  device_name text,
  address text,
  file_id uuid,
  file_name text not null,
  level int not null,
  pages int,
  copies int,
  printer text,
  result text not null check (result in ('open', 'printed', 'cancelled', 'failed', 'refused', 'unknown')),
  ref text not null,
  rule_name text
);
create index file_print_at on file_print (at, id);
create index file_print_employee on file_print (employee_id, at);
create unique index file_print_ref on file_print (ref);

-- Screenshots and recordings that terminals reported, each event once.
create table file_screenshot (
  id bigint generated always as identity primary key,
  install_id text not null,
  event_id text not null,
  -- When it happened as the terminal says, and when it was reported.
  at bigint not null,
  reported_at bigint not null,
  employee_id uuid not null,
  platform int not null,
  device_name text,
  address text,
  kind text not null check (kind in ('screenshot', 'recording')),
  place text not null,
  prevented boolean not null,
  file_id uuid,
  file_name text not null,
  constraint file_screenshot_once unique (install_id, event_id)
);
create index file_screenshot_at on file_screenshot (at, id);
create index file_screenshot_employee on file_screenshot (employee_id, at, id);

-- How files are encrypted. One row.
create table file_encryption (
  id uuid primary key,
  name text not null,
  default_level int not null,
  container jsonb not null,
  ticket_seconds int not null,
  version int not null,
  created_at bigint not null default 0,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
insert into file_encryption (id, name, default_level, container, ticket_seconds, version, updated_at)
values ('00000000-0000-7000-8000-000000000213', 'fileEncryption', 1, '{"0": "off", "1": "off", "2": "off", "3": "off"}', 60, 1, (extract(epoch from now()) * 1000)::bigint);

-- Tells every node that what decides must be read anew; kept for an hour.
create table file_security_change (id bigint generated always as identity primary key, at bigint not null);
