-- Personal assistants: one of each employee, made when it is used first.
create table assistant (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  employee_id uuid not null,
  name text not null,
  functions jsonb not null,
  is_on boolean not null default true,
  away jsonb,
  digest jsonb not null,
  last_used_at bigint,
  enabled boolean not null default true,
  -- The person's own answers: no part of what administrators read or change.
  keyword_replies jsonb not null default '[]',
  digest_next_at bigint
);
create unique index assistant_employee_id on assistant (employee_id);
create index assistant_digest_due on assistant (digest_next_at) where digest_next_at is not null;

create table assistant_reminder (
  id uuid primary key,
  employee_id uuid not null,
  -- Sealed.
  text text not null,
  at bigint not null,
  repeat text not null check (repeat in ('none', 'daily', 'workdays', 'weekly', 'monthly')),
  -- Null: it came, and does not come again.
  next_at bigint,
  created_at bigint not null
);
create index assistant_reminder_due on assistant_reminder (next_at) where next_at is not null;
create index assistant_reminder_by_person on assistant_reminder (employee_id);

-- To whom an assistant answered on a day: once for each person, day and rule.
create table assistant_answered (
  employee_id uuid not null,
  peer_id uuid not null,
  day text not null,
  rule text not null,
  primary key (employee_id, peer_id, day, rule)
);
create index assistant_answered_by_day on assistant_answered (day);

-- How often an assistant acted.
create table assistant_action (
  employee_id uuid not null,
  day text not null,
  action text not null,
  n int not null,
  primary key (employee_id, day, action)
);
create index assistant_action_by_day on assistant_action (day);
