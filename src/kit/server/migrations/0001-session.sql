-- Sign-in: passwords, sessions, attempts, verifications and what an administrator prefers. Times are epoch milliseconds.
create table credential (
  uid uuid primary key,
  password_hash text not null,
  must_change boolean not null,
  changed_at bigint not null
);

create table session (
  token_hash bytea primary key,
  id uuid not null unique,
  uid uuid not null,
  cookie_hash bytea,
  created_at bigint not null,
  seen_at bigint not null,
  ends_at bigint not null,
  confirmed_at bigint not null,
  address text not null,
  user_agent text not null,
  ended_at bigint,
  ended_reason text
);
create index session_of_person on session (uid) where ended_at is null;

-- One row an account or address: failures since `since_at`, and until when it is locked.
create table sign_in_attempt (
  key text primary key,
  failures int not null,
  since_at bigint not null,
  locked_until bigint not null
);

create table verification (
  id uuid primary key,
  answer_hash bytea,
  expires_at bigint not null
);

create table preference (
  uid uuid not null,
  key text not null,
  value jsonb not null,
  primary key (uid, key)
);
