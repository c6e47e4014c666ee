-- Everybody's life here: who begins later, who is kept out for a while, who left.
alter table employee drop constraint employee_status_check;
alter table employee add constraint employee_status_check check (status in ('active', 'pending', 'disabled', 'quarantined', 'left', 'deleted'));
alter table employee add column last_workday date;
alter table employee add column left_at bigint;
alter table employee add column quarantine_ends_at bigint;
alter table employee add constraint employee_left check (status <> 'left' or left_at is not null);
alter table employee add constraint employee_quarantined check (status <> 'quarantined' or quarantine_ends_at is not null);

-- Who left keeps the account for as long as it is kept from reuse; somebody else may then have it.
drop index employee_account;
create unique index employee_account on employee (account_key, left_at) nulls not distinct;
drop index employee_mobile;
create unique index employee_mobile on employee (mobile) where mobile is not null and status not in ('deleted', 'left');
-- What the clock has to look at.
create index employee_pending on employee (hire_date) where status = 'pending';
create index employee_quarantine on employee (quarantine_ends_at) where status = 'quarantined';
create index employee_owner on employee (owner_id) where owner_id is not null;
create index employee_dotted on employee using gin (dotted_manager_ids) where dotted_manager_ids <> '{}';
create index department_deputies on department using gin (deputy_ids) where deputy_ids <> '{}';

-- What is planned for somebody or was done: transfers, leaving, coming back.
create table employment_event (
  id uuid primary key,
  version int not null default 1,
  employee_id uuid not null references employee (id) on delete cascade,
  kind text not null check (kind in ('transfer', 'leave', 'rehire')),
  -- From when it holds: the beginning of a day in the person's zone, or the moment of the call.
  at bigint not null,
  -- The day that was asked for, in the person's zone; null: at once.
  day date,
  -- `waiting`: it would now give more than was shown, and somebody has to confirm it.
  state text not null check (state in ('planned', 'waiting', 'running', 'done', 'failed', 'cancelled')),
  payload jsonb not null,
  -- [{ kind, module, order, choice, count, state, result, at }]
  checklist jsonb not null default '[]',
  -- { code, params } of why a transfer was not done.
  failure jsonb,
  -- HMAC over what was done, once it is over.
  seal text,
  job_id uuid,
  created_at bigint not null,
  created_by uuid not null,
  ended_at bigint
);
create index employment_event_due on employment_event (at) where state = 'planned';
create unique index employment_event_open on employment_event (employee_id, kind) where state in ('planned', 'waiting', 'running');
create index employment_event_of on employment_event (employee_id, id);
create index employment_event_at on employment_event (at, id);
