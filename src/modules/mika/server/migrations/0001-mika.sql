create table scene_group (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name jsonb not null,
  position integer not null
);

-- What administrators write; what decides is the published copy (mika_version).
create table mika_scene (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name jsonb not null,
  code text not null,
  group_id uuid not null references scene_group,
  kind text not null,
  position integer not null,
  phrases jsonb not null,
  negatives jsonb not null,
  slots jsonb not null,
  target jsonb not null,
  threshold jsonb not null,
  confirm boolean not null,
  audience jsonb not null,
  priority integer not null,
  handlers jsonb not null,
  owner_id uuid,
  owner_dept_id uuid not null,
  valid_from bigint,
  valid_until bigint,
  enabled boolean not null
);
create unique index mika_scene_code on mika_scene (lower(code));
create index mika_scene_place on mika_scene (position);
create index mika_scene_group on mika_scene (group_id);

create table mika_answer (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  questions jsonb not null,
  answer jsonb not null,
  link text not null,
  audience jsonb not null,
  until bigint,
  enabled boolean not null
);
create unique index mika_answer_name on mika_answer (lower(name));

create table mika_synonym (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  word text not null,
  same jsonb not null,
  language text
);
create unique index mika_synonym_word on mika_synonym (lower(word));

-- What was published; the newest one decides.
create table mika_version (
  no integer primary key,
  content jsonb not null,
  note text not null,
  at bigint not null,
  by_id text,
  by_name text not null,
  rollback_of integer
);

create table mika_setting (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name jsonb not null,
  greeting jsonb not null,
  suggestions jsonb not null,
  fallback_order jsonb not null,
  fallback_interface jsonb,
  fallback_scene text not null,
  no_answer jsonb not null,
  low_score integer not null,
  text_days integer not null,
  ask_helped boolean not null,
  wake_word text not null
);
insert into mika_setting (id, version, created_at, updated_at, name, greeting, suggestions, fallback_order, fallback_scene, no_answer, low_score,
  text_days, ask_helped, wake_word)
values ('00000000-0000-7000-8000-000000001731', 1, 0, 0, '{"zh_CN":"mika","en_US":"mika","ja_JP":"mika"}',
  '{"zh_CN":"你好，我是 mika，有什么可以帮你？","en_US":"Hello, I am mika. How can I help?","ja_JP":"こんにちは、mika です。ご用件をどうぞ。"}',
  '[]', '["answers","text"]', '',
  '{"zh_CN":"抱歉，我还不会回答这个问题。","en_US":"Sorry, I have no answer to that yet.","ja_JP":"申し訳ありません。まだお答えできません。"}',
  80, 90, true, 'mika');

create table mika_session (
  id uuid primary key,
  employee_id uuid not null,
  platform integer not null,
  started_at bigint not null,
  last_at bigint not null,
  ended_at bigint,
  -- Of the scene that the session is in, or was in last.
  scene_id uuid,
  scene_name jsonb,
  -- asking, choosing, filling, confirming, calling, answered, waiting, takenOver, ended
  state text not null,
  -- Where the session stands, sealed: what was asked for may be private.
  talk text,
  waiting_for text not null default '',
  filled integer not null default 0,
  turns integer not null default 0,
  failures integer not null default 0,
  waiting_since bigint,
  taken_by uuid,
  taken_name text not null default '',
  -- yes, no, none
  helped text not null default 'none',
  -- answered, done, handedOver, givenUp, error
  result text,
  score real,
  ms integer not null default 0
);
create index mika_session_going on mika_session (last_at) where state <> 'ended';
create index mika_session_person on mika_session (employee_id, started_at desc);
create index mika_session_ended on mika_session (ended_at desc, id desc) where state = 'ended';
create index mika_session_scene on mika_session (scene_id, started_at);

create table mika_turn (
  id uuid primary key,
  session_id uuid not null references mika_session on delete cascade,
  n integer not null,
  at bigint not null,
  employee_id uuid not null,
  -- Given by the terminal; null: an administrator wrote.
  client_id uuid,
  by_id uuid,
  by_name text not null default '',
  -- Sealed; erased after the days of the settings.
  text text,
  -- Keyed hash of the normalised sentence.
  key text,
  -- Sealed: what was answered; null while an interface is called.
  answer text,
  answer_kind text not null,
  state text not null,
  step integer,
  scene_id uuid,
  score real,
  decision jsonb,
  call_ms integer,
  call_class text,
  wrong boolean not null default false
);
create unique index mika_turn_place on mika_turn (session_id, n);
create unique index mika_turn_client on mika_turn (employee_id, client_id) where client_id is not null;
create index mika_turn_at on mika_turn (at);
create index mika_turn_scene on mika_turn (scene_id, at) where scene_id is not null;

-- Sentences without a hit, one for each normalised form.
create table mika_missed (
  id uuid primary key,
  key text not null unique,
  example text not null,
  state text not null,
  scene_id uuid,
  first_at bigint not null,
  last_at bigint not null
);
create table mika_missed_by (
  missed_id uuid not null references mika_missed on delete cascade,
  employee_id uuid not null,
  n integer not null,
  first_at bigint not null,
  last_at bigint not null,
  primary key (missed_id, employee_id)
);
create index mika_missed_by_person on mika_missed_by (employee_id);
