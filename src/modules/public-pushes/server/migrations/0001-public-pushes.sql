-- What accounts send to people: one row a push, one a push and person, and what came of it.
create table push (
  id uuid primary key,
  sno_id uuid not null,
  version integer not null,
  created_at bigint not null,
  created_by text,
  created_by_name text not null default '',
  updated_at bigint not null,
  updated_by text,
  -- imageText, imageMessage, article, text, image, video, and the object that was pushed.
  kind text not null,
  content_id uuid not null,
  title jsonb not null,
  -- The copy that is shown for ever, taken when the push begins; its hash finds the same content again.
  frozen jsonb,
  sha256 text not null default '',
  audience jsonb not null,
  state text not null,
  stated_at bigint not null,
  stated_by text not null default '',
  pause_reason text not null default '',
  plan_at bigint,
  zone_mode text not null default 'site',
  urgent boolean not null default false,
  ignore_cap boolean not null default false,
  -- Why it is urgent or passes the cap.
  reason text not null default '',
  -- A push that sends again what another one left: the tree of waves.
  parent_id uuid,
  root_id uuid not null,
  wave integer not null default 0,
  scope text,
  reasons jsonb,
  expected integer not null,
  impact jsonb not null,
  comment_policy jsonb not null,
  approved_by text,
  approved_by_name text not null default '',
  approved_at bigint,
  started_at bigint,
  ended_at bigint,
  -- Where freezing stands: the last person of the last chunk.
  frozen_to uuid,
  recall_ordered_at bigint,
  recall_by text,
  recall_by_name text not null default '',
  recall_reason text not null default '',
  recall_deadline bigint,
  -- What happened to the last attempts, for the pause by failures.
  recent jsonb not null default '[]',
  down_since bigint,
  checked_at bigint,
  -- What states it went through.
  timeline jsonb not null default '[]'
);
create index push_account on push (sno_id, created_at desc, id desc);
create index push_working on push (state) where state in ('awaitingApproval', 'scheduled', 'freezing', 'running', 'finishing', 'paused', 'cancelled', 'recalling');
create index push_root on push (root_id);
create index push_content on push (content_id);

-- One of the four: 1 delivered, 2 failed, 3 skipped, 4 withheld. Reached and read are facts of a delivered one.
create table push_target (
  push_id uuid not null references push (id) on delete cascade,
  employee_id uuid not null,
  state smallint not null check (state between 1 and 4),
  reason text not null default '',
  tries smallint not null default 0,
  -- Of a withheld one: when it is tried next.
  due_at bigint not null default 0,
  at bigint not null,
  message_id uuid,
  language text not null default '',
  reached_at bigint,
  read_at bigint,
  seconds integer not null default 0,
  scrolled smallint not null default 0,
  platform smallint,
  -- ordered, server, terminal, unreachable
  recall_state text,
  recall_at bigint,
  -- Each try in its own words.
  history jsonb not null default '[]',
  primary key (push_id, employee_id)
);
create index push_target_reason on push_target (push_id, state, reason);
create index push_target_due on push_target (push_id, due_at) where state = 4;
create index push_target_read on push_target (push_id, read_at);
create index push_target_person on push_target (employee_id, at);

-- Counters, one row a push and process, so that processes never wait for one another; they are summed when they are read.
create table push_count (
  push_id uuid not null references push (id) on delete cascade,
  node text not null,
  delivered integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  withheld integer not null default 0,
  reached integer not null default 0,
  read integer not null default 0,
  recalled integer not null default 0,
  primary key (push_id, node)
);

-- Deliveries that count against a cap, of all accounts: reserved before they are sent.
create table push_cap (
  employee_id uuid not null,
  push_id uuid not null,
  sno_id uuid not null,
  at bigint not null,
  primary key (employee_id, push_id)
);
create index push_cap_time on push_cap (employee_id, at);
create index push_cap_age on push_cap (at);

-- What a push foresaw, until it is sent or its time is over.
create table push_preview (
  token text primary key,
  sno_id uuid not null,
  by_id text not null,
  at bigint not null,
  request jsonb not null,
  targets integer not null,
  impact jsonb not null,
  used_push_id uuid
);
create index push_preview_age on push_preview (at);

-- Who read which article of a push, how often and how far.
create table push_read (
  push_id uuid not null references push (id) on delete cascade,
  -- The article, or the content itself where a push is one piece.
  article_id uuid not null,
  employee_id uuid not null,
  first_at bigint not null,
  last_at bigint not null,
  times integer not null default 1,
  seconds integer not null default 0,
  scrolled smallint not null default 0,
  platform smallint,
  primary key (push_id, article_id, employee_id)
);
create index push_read_time on push_read (push_id, first_at);

create table push_like (
  push_id uuid not null references push (id) on delete cascade,
  article_id uuid not null,
  employee_id uuid not null,
  at bigint not null,
  primary key (push_id, article_id, employee_id)
);

-- Links and menu entries that were followed.
create table push_click (
  id uuid primary key,
  push_id uuid not null references push (id) on delete cascade,
  article_id uuid not null,
  employee_id uuid not null,
  kind text not null,
  target text not null,
  at bigint not null
);
create index push_click_push on push_click (push_id, at);

-- Events of terminals that were taken, by their own ids: each counts once.
create table push_event (
  employee_id uuid not null,
  event_id uuid not null,
  at bigint not null,
  primary key (employee_id, event_id)
);
create index push_event_age on push_event (at);

create table push_comment (
  id uuid primary key,
  version integer not null default 1,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  push_id uuid not null references push (id) on delete cascade,
  sno_id uuid not null,
  article_id uuid not null,
  -- Null: the account itself answered.
  employee_id uuid,
  parent_id uuid references push_comment (id) on delete cascade,
  text text not null,
  -- waiting, shown, hidden, deleted
  state text not null,
  featured boolean not null default false,
  likes integer not null default 0,
  -- review, word
  held_because text,
  word text,
  decided_by text,
  decided_by_name text not null default '',
  decided_at bigint,
  reason text not null default '',
  own_id uuid,
  unique (employee_id, own_id)
);
create index push_comment_place on push_comment (push_id, article_id, state, created_at);
create index push_comment_person on push_comment (employee_id, created_at);

create table push_comment_like (
  comment_id uuid not null references push_comment (id) on delete cascade,
  employee_id uuid not null,
  at bigint not null,
  primary key (comment_id, employee_id)
);
