-- Locks that grow: how often a key was locked, and the last hashes of a password.
alter table sign_in_attempt add column locks int not null default 0;
alter table credential add column history jsonb not null default '[]';

-- One row a committed change of sessions, with the people concerned: every node in use looks for them twice a second.
create table session_change (
  id bigint generated always as identity primary key,
  at bigint not null,
  uids uuid[] not null
);
create index session_change_by_age on session_change (at);

create index session_by_end on session (ends_at);
create index verification_by_expiry on verification (expires_at);
create index sign_in_attempt_by_age on sign_in_attempt (greatest(since_at, locked_until));
