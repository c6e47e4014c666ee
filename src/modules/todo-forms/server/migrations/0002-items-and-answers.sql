-- To-dos that business systems push; each stays with the version of its template that was published at that moment.
create table todo_item (
  id uuid primary key,
  system_id uuid not null references todo_system (id),
  -- The system's own id of it.
  out_id text not null,
  -- SHA-256 of what was pushed: the same again is answered as the first, another one is refused.
  pushed_digest text not null,
  template_id uuid not null references todo_template (id),
  version_id uuid not null references todo_version (id),
  stage text not null,
  -- As lists show it, by language: { title, summary }.
  line jsonb not null,
  -- Sealed JSON.
  data text not null,
  files jsonb not null default '[]',
  sender text not null default '',
  -- any: the first answer finishes it; all: each person for themselves.
  mode text not null,
  priority smallint not null,
  due_at bigint,
  url text not null default '',
  group_key text not null default '',
  -- open, done, withdrawn, expired
  state text not null default 'open',
  revision int not null default 1,
  pushed_at bigint not null,
  changed_at bigint not null,
  closed_at bigint,
  -- Who closed it: a person, or the system where it is null.
  closed_by uuid,
  close_action text not null default '',
  close_reason text not null default '',
  -- The answer under way that the others wait for.
  answering uuid,
  remind_at bigint,
  -- When somebody reminded by hand.
  reminders jsonb not null default '[]'
);
create unique index todo_item_system_id_out_id on todo_item (system_id, out_id);
create index todo_item_pushed on todo_item (pushed_at desc, id desc);
create index todo_item_system_pushed on todo_item (system_id, pushed_at desc, id desc);
create index todo_item_due on todo_item (state, due_at);
create index todo_item_version on todo_item (version_id) where state = 'open';
create index todo_item_template on todo_item (template_id, state);
create index todo_item_remind on todo_item (remind_at) where remind_at is not null;

-- A person's part of an item.
create table todo_person (
  item_id uuid not null references todo_item (id) on delete cascade,
  employee_id uuid not null,
  -- open, submitted, done, handedOver, withdrawn
  state text not null default 'open',
  place int not null default 0,
  at bigint not null,
  seen_at bigint,
  done_at bigint,
  -- From whom it came, and to whom it went.
  from_id uuid,
  to_id uuid,
  reason text not null default '',
  -- Sealed JSON of what was entered and not sent yet.
  draft text,
  changed_at bigint not null,
  primary key (item_id, employee_id)
);
create index todo_person_open on todo_person (employee_id, item_id) where state in ('open', 'submitted');
create index todo_person_mine on todo_person (employee_id, changed_at desc, item_id);

-- What people decided; its id makes it happen once at the business system.
create table todo_answer (
  id uuid primary key,
  item_id uuid not null references todo_item (id) on delete cascade,
  system_id uuid not null references todo_system (id),
  employee_id uuid not null,
  action text not null,
  stage text not null,
  -- Sealed JSON { input, comment }.
  input text not null,
  input_digest text not null,
  at bigint not null,
  terminal text not null default '',
  -- queued, sending, unknown, confirmed, refused, failed, closedByHand, cancelled
  state text not null default 'queued',
  attempts int not null default 0,
  last_class text not null default '',
  last_message text not null default '',
  fields jsonb not null default '{}',
  next_at bigint,
  confirmed_at bigint,
  closed_by text not null default '',
  close_reason text not null default ''
);
create index todo_answer_due on todo_answer (system_id, next_at) where next_at is not null;
create index todo_answer_item on todo_answer (item_id, at);
create index todo_answer_state on todo_answer (state, at desc);
create index todo_answer_at on todo_answer (at desc, id desc);

-- Every call of an answer, as it went.
create table todo_answer_call (
  answer_id uuid not null references todo_answer (id) on delete cascade,
  n int not null,
  at bigint not null,
  ms int not null,
  status int not null,
  class text not null,
  request_id text not null default '',
  -- The first characters of what came back, sealed.
  answer text,
  primary key (answer_id, n)
);

-- Notices and reminders that are to be written to people.
create table todo_notice (
  id uuid primary key,
  item_id uuid not null references todo_item (id) on delete cascade,
  employee_id uuid not null,
  -- new, remind, due, refused, failed, closed, handedOver
  kind text not null,
  due_at bigint not null
);
create index todo_notice_due on todo_notice (due_at);

-- Counts decisions of which waiting terminals are told.
create table todo_change (id bigint generated always as identity primary key, at bigint not null);

-- Comparisons of open items with a system.
create table todo_difference (
  id uuid primary key,
  system_id uuid not null references todo_system (id) on delete cascade,
  at bigint not null,
  by_id text not null,
  open_here int not null,
  open_there int not null,
  missing int not null,
  stale int not null,
  -- looking, waiting (for the second look), done, failed
  state text not null,
  reason text not null default '',
  second_at bigint,
  -- { missing: [outId], stale: [{ itemId, outId, state }] }, the first thousand of each
  found jsonb not null default '{}'
);
create index todo_difference_system on todo_difference (system_id, at desc);
create index todo_difference_second on todo_difference (second_at) where second_at is not null;

-- The settings: one row.
create table todo_setting (
  id uuid primary key, version int not null, created_at bigint not null, created_by text, updated_at bigint not null, updated_by text,
  -- Minutes of the day by the site's clock; equal ones are no quiet hours.
  quiet_from int not null default 1320,
  quiet_to int not null default 420,
  due_reminders boolean not null default true,
  daily_reminders int not null default 5,
  hand_reminders int not null default 3,
  expire_days int not null default 400,
  answer_hours int not null default 48,
  call_days int not null default 90
);
insert into todo_setting (id, version, created_at, updated_at)
select '00000000-0000-7000-8000-000000001701', 1, now_ms, now_ms from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
