-- The menu that is being written, and the one that people see. There is a row once somebody has saved.
create table sno_menu (
  sno_id uuid primary key,
  version integer not null,
  updated_at bigint not null,
  updated_by text,
  draft jsonb not null,
  -- Null: nothing is published.
  published_n integer
);

-- Every menu that was published; the last 50 of an account stay.
create table sno_menu_version (
  sno_id uuid not null,
  n integer not null,
  entries jsonb not null,
  at bigint not null,
  by_id text,
  by_name text not null default '',
  primary key (sno_id, n)
);

-- One click counts once, by the id that the terminal gave it.
create table sno_menu_click (
  sno_id uuid not null,
  employee_id uuid not null,
  client_id uuid not null,
  entry_key text not null,
  at bigint not null,
  primary key (employee_id, client_id)
);
create index sno_menu_click_entry on sno_menu_click (sno_id, at, entry_key);

-- What fans wrote to an account and what was answered; nothing is ever changed.
create table user_message (
  id uuid primary key,
  sno_id uuid not null,
  employee_id uuid not null,
  -- in, out
  direction text not null,
  kind text not null,
  body jsonb not null,
  at bigint not null,
  -- Given by the terminal of who wrote; the same one is kept once.
  client_id uuid,
  -- rule, employee
  answered_by text,
  answered_by_id text,
  answered_by_name text not null default '',
  -- What an answer belongs to: the message that was answered, a push.
  ref uuid
);
create unique index user_message_client on user_message (employee_id, sno_id, client_id) where client_id is not null;
create index user_message_place on user_message (sno_id, employee_id, at desc, id desc);

create table user_conversation (
  sno_id uuid not null,
  employee_id uuid not null,
  -- open, answered, closed, autoAnswered
  state text not null,
  assignee_id uuid,
  starred boolean not null default false,
  -- Since when nobody has answered; null once somebody has.
  waiting_since bigint,
  last_at bigint not null,
  last_kind text not null,
  last_text text not null default '',
  last_direction text not null,
  notes jsonb not null default '[]',
  primary key (sno_id, employee_id)
);
-- Whoever has read a conversation, once a day: the log of readings says it once.
create table user_conversation_read (
  sno_id uuid not null,
  employee_id uuid not null,
  reader_id uuid not null,
  day integer not null,
  primary key (sno_id, employee_id, reader_id, day)
);
create index user_conversation_place on user_conversation (sno_id, last_at desc, employee_id desc);
create index user_conversation_assignee on user_conversation (assignee_id) where assignee_id is not null;
create index user_conversation_person on user_conversation (employee_id);
