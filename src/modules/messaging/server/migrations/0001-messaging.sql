-- Conversations, their members and messages. The order of a conversation is `seq`, given at the commit without gaps.
create table im_conversation (
  id uuid primary key,
  kind text not null check (kind in ('single', 'group', 'system')),
  -- The group, kept by the module groups.
  group_id uuid unique,
  -- The pair of a single chat, the smaller id first.
  one_id uuid,
  other_id uuid,
  last_seq bigint not null default 0,
  last_at bigint not null default 0,
  bytes bigint not null default 0,
  created_at bigint not null
);
create unique index im_conversation_pair on im_conversation (one_id, other_id) where kind = 'single';
create index im_conversation_by_time on im_conversation (last_at);

-- Who is in a conversation, and who was: `from_seq` is the last message before what the person may read, `left_seq` the last that they may.
create table im_member (
  conversation_id uuid not null references im_conversation (id) on delete cascade,
  employee_id uuid not null,
  from_seq bigint not null default 0,
  left_seq bigint,
  read_seq bigint not null default 0,
  pinned boolean not null default false,
  do_not_disturb boolean not null default false,
  cleared_seq bigint not null default 0,
  changed_at bigint not null,
  primary key (conversation_id, employee_id)
);
create index im_member_by_person on im_member (employee_id, changed_at);

create table im_message (
  id uuid primary key,
  conversation_id uuid not null references im_conversation (id) on delete cascade,
  seq bigint not null,
  client_id uuid not null,
  -- What was asked under the client id: the same id with another wish is refused.
  wish_hash bytea not null,
  sender_kind text not null check (sender_kind in ('employee', 'robot', 'system')),
  sender_id uuid not null,
  device_id text,
  platform smallint,
  via text not null,
  kind text not null,
  -- Sealed; null once its time is over.
  body text,
  -- What was entered where words were replaced, or before it was edited; sealed, read inside a case alone.
  original text,
  size int not null,
  file_ids uuid[] not null default '{}',
  mentions uuid[] not null default '{}',
  mention_all boolean not null default false,
  reply_to bigint,
  forward_of uuid,
  -- Keyed hash of the text: copies are found without reading.
  digest bytea,
  flags text[] not null default '{}',
  state text not null default 'normal' check (state in ('normal', 'replaced', 'edited', 'recalled', 'held', 'expired')),
  recall_seq bigint,
  sent_at bigint not null,
  claimed_at bigint,
  unique (conversation_id, seq)
);
create unique index im_message_client on im_message (sender_id, client_id);
create index im_message_by_sender on im_message (sender_id, sent_at);
create index im_message_by_time on im_message (sent_at, id);
create index im_message_by_digest on im_message (digest) where digest is not null;
create index im_message_by_file on im_message using gin (file_ids) where file_ids <> '{}';

-- How far each terminal has a conversation.
create table im_delivery (
  device_id text not null,
  conversation_id uuid not null references im_conversation (id) on delete cascade,
  employee_id uuid not null,
  delivered_seq bigint not null,
  platform smallint not null,
  at bigint not null,
  primary key (conversation_id, employee_id, device_id)
);

-- What was just sent: looked at after a moment for who is off line. One row a message, taken away when it was looked at.
create table im_outbox (
  conversation_id uuid not null,
  seq bigint not null,
  due_at bigint not null,
  primary key (conversation_id, seq)
);
create index im_outbox_due on im_outbox (due_at);
-- What is to be pushed to somebody off line: one notice a conversation, the newest.
create table im_push (
  employee_id uuid not null,
  conversation_id uuid not null references im_conversation (id) on delete cascade,
  seq bigint not null,
  waiting int not null default 1,
  queued_at bigint not null,
  tried_at bigint,
  attempts int not null default 0,
  primary key (employee_id, conversation_id)
);

-- A refused send, for thirty days: what a terminal shows as `ref`.
create table im_refusal (
  ref text primary key,
  at bigint not null,
  sender_id uuid not null,
  peer_id uuid,
  conversation_id uuid,
  step text not null,
  code int not null,
  rule_id text,
  rule_name text
);
create index im_refusal_by_time on im_refusal (at);

-- Orders to recall from the console and by managers, and the terminals that had the message.
create table im_recall_order (
  id uuid primary key,
  at bigint not null,
  by_id text not null,
  by_name text not null,
  reason text not null,
  shown_text jsonb,
  messages int not null,
  chats int not null,
  people int not null,
  read_before int not null
);
create index im_recall_order_by_time on im_recall_order (at);
create table im_recall_target (
  order_id uuid not null references im_recall_order (id) on delete cascade,
  conversation_id uuid not null,
  recall_seq bigint not null,
  employee_id uuid not null,
  device_id text not null,
  platform smallint not null,
  acked_at bigint,
  primary key (order_id, conversation_id, recall_seq, employee_id, device_id)
);
create index im_recall_target_open on im_recall_target (conversation_id, employee_id, device_id) where acked_at is null;
create table im_recall_message (
  order_id uuid not null references im_recall_order (id) on delete cascade,
  message_id uuid not null,
  primary key (order_id, message_id)
);

-- Functions and limits of the roles of module imm.
create table im_role (
  role_id uuid primary key references role (id) on delete cascade,
  functions text[] not null,
  limits jsonb not null default '{}'
);
insert into role (id, module, code, name, owner_dept_id, version, created_at, updated_at)
select '00000000-0000-7000-8000-000000000301', 'imm', 'imm_everyone', '所有人', '00000000-0000-7000-8000-000000000010', 1, now_ms, now_ms
from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
insert into im_role (role_id, functions) values ('00000000-0000-7000-8000-000000000301',
  '{im.atAll,im.edit,im.emoticonOwn,im.file,im.forward,im.groupCreate,im.groupJoinQr,im.history,im.image,im.location,im.mergeForward,im.personCard,im.readList,im.recall,im.report,im.search,im.single,im.video,im.voice}');

-- The settings: one row.
create table im_setting (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  recall_minutes int not null default 2,
  edit_minutes int not null default 0,
  text_limit int not null default 10000,
  read_marks text not null default 'single',
  history_days int not null default 30,
  mention_all_by text not null default 'managers',
  mention_all_per_day int not null default 10,
  per_ten_seconds int not null default 20,
  per_hour int not null default 600,
  group_per_second int not null default 50,
  push_preview text not null default 'sender',
  case_max_days int not null default 30,
  case_approval text not null default 'single',
  undo_days int not null default 30
);
insert into im_setting (id, version, created_at, updated_at)
select '00000000-0000-7000-8000-000000000302', 1, now_ms, now_ms from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;

-- Cases: the only way to read what others wrote.
create table im_case (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  number text not null unique,
  kind text not null,
  reason text not null,
  people uuid[] not null default '{}',
  -- Both sides must be among the people; else one of them is enough.
  pairs_only boolean not null default true,
  group_ids uuid[] not null default '{}',
  from_at bigint not null,
  to_at bigint not null,
  days int not null,
  state text not null,
  needs_approval boolean not null,
  requested_by text not null,
  decided_by text,
  decided_at bigint,
  opens_at bigint,
  ends_at bigint,
  note text not null default ''
);
create index im_case_by_state on im_case (state, created_at);
create sequence im_case_number;

create table im_report (
  id uuid primary key,
  at bigint not null,
  message_id uuid not null,
  conversation_id uuid not null,
  by_id uuid not null,
  reason text not null,
  words text not null,
  -- The message with the five before and after, sealed.
  evidence text not null,
  state text not null,
  decision text,
  note text not null default '',
  decided_by text,
  decided_at bigint,
  unique (message_id, by_id)
);
create index im_report_by_state on im_report (state, at);
-- Who may not write until when, by a decision on a report.
create table im_silence (
  employee_id uuid primary key,
  until_at bigint not null,
  report_id uuid
);

create table im_hold (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  people uuid[] not null default '{}',
  group_ids uuid[] not null default '{}',
  from_at bigint,
  to_at bigint,
  reason text not null
);
create unique index im_hold_name on im_hold (lower(name));

create table im_retention (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  scope text not null check (scope in ('single', 'group', 'groupType', 'department')),
  scope_id uuid,
  keep_days int not null,
  enabled boolean not null default true
);
create unique index im_retention_name on im_retention (lower(name));
create table im_retention_run (
  id uuid primary key,
  at bigint not null,
  messages int not null,
  held int not null
);
