-- Tokens of programs. Only the hash of a token is kept; what it may do is what its person may do now, and of that these codes.
create table api_token (
  id uuid primary key,
  name text not null,
  employee_id uuid not null,
  codes text[] not null,
  -- Addresses and networks from which it works; none: from everywhere.
  networks text[] not null default '{}',
  token_hash bytea not null constraint api_token_hash unique,
  -- Its first characters, to tell tokens apart.
  prefix text not null,
  expires_at bigint not null,
  last_used_at bigint,
  last_address text,
  created_at bigint not null,
  created_by text not null
);
create index api_token_owner on api_token (employee_id);
-- Looking at the console as this person: nothing is written, and it ends soon.
alter table session add column view_as uuid;
-- A role may ask its holders for a second factor, and limit for how many days it is given.
alter table role add column needs_factor boolean not null default false;
alter table role add column member_days int check (member_days between 1 and 3650);
-- Administrators who were let in again after they had been away for too long.
create table administrator_wake (
  uid uuid primary key,
  at bigint not null,
  by text not null
);
