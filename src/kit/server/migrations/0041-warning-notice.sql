-- When somebody may be due to be told of it next.
alter table warning add column look_at bigint not null default 0;
create index warning_due on warning (look_at) where state = 'open';

-- What became of a warning, for its time line.
create table warning_change (
  id uuid primary key,
  warning_id uuid not null references warning on delete cascade,
  at bigint not null,
  what text not null,
  uid uuid,
  name text not null default '',
  detail jsonb not null default '{}'
);
create index warning_change_of on warning_change (warning_id, id);
create index warning_change_at on warning_change (at);

-- Who was told of which warning, by which channel. Rows of one message share its id.
create table warning_notice (
  id uuid primary key,
  warning_id uuid not null references warning on delete cascade,
  -- The notice person; none where super administrators are told because nobody else was reached.
  person_id uuid,
  person_name text not null,
  -- Whose console shows it.
  uid uuid,
  channel text not null,
  reason text not null check (reason in ('open', 'rise', 'repeat', 'solved', 'escalated')),
  severity text not null,
  state text not null check (state in ('queued', 'sent', 'failed', 'suppressed')),
  suppressed_by text check (suppressed_by in ('silence', 'quiet', 'inhibited', 'dedupe')),
  at bigint not null,
  not_before bigint not null,
  message_id uuid,
  mail_id uuid,
  attempts int not null default 0,
  next_at bigint,
  answer text,
  ended_at bigint,
  read_at bigint
);
create index warning_notice_of on warning_notice (warning_id, person_id);
create index warning_notice_waiting on warning_notice (not_before) where state = 'queued';
create index warning_notice_console on warning_notice (uid, id) where channel = 'console' and state = 'sent';
create index warning_notice_by_person on warning_notice (person_id, at);
create index warning_notice_at on warning_notice (at);
