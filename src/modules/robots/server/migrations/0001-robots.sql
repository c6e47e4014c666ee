-- Robots of the company: what posts and answers in groups.
create table robot (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name jsonb not null,
  code text not null,
  description jsonb,
  avatar text not null,
  preset text not null,
  company_dept_id uuid not null,
  owner_id uuid not null,
  managers jsonb not null default '[]',
  group_types jsonb not null default '[]',
  audience jsonb not null default '[]',
  reads text not null,
  reads_approved boolean not null default false,
  approval text not null default 'none',
  in_on boolean not null,
  in_addresses jsonb not null default '[]',
  in_shapes jsonb not null default '[]',
  in_mapping text not null default '',
  in_rate int not null,
  out_on boolean not null,
  out_url text,
  out_events jsonb not null default '[]',
  out_timeout int not null,
  out_headers text,
  key_changed_at bigint,
  enabled boolean not null default true
);
create unique index robot_code on robot (lower(code));
create index robot_by_company on robot (company_dept_id);
create index robot_by_owner on robot (owner_id);

-- Groups that a robot is in. Rows of deleted robots stay until these can't come back any more, as do commands, replies and keys.
create table robot_group (
  robot_id uuid not null,
  group_id uuid not null,
  added_at bigint not null,
  added_by text not null,
  primary key (robot_id, group_id)
);
create index robot_group_by_group on robot_group (group_id);

create table robot_command (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  robot_id uuid not null,
  word text not null,
  description jsonb,
  arguments jsonb not null default '[]',
  does jsonb not null,
  who jsonb not null default '[]',
  enabled boolean not null default true
);
create unique index robot_command_word on robot_command (robot_id, lower(word));

create table robot_reply (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  robot_id uuid not null,
  place int not null,
  match text not null,
  words text not null,
  answer jsonb not null,
  cooldown int not null default 0,
  enabled boolean not null default true
);
create index robot_reply_by_robot on robot_reply (robot_id, place);

-- Keys of a robot: the address's token as a hash, the key that signs what comes in and the one that signs what goes out sealed.
-- One that ends is accepted beside the new one until then.
create table robot_key (
  id uuid primary key,
  robot_id uuid not null,
  which text not null check (which in ('token', 'signKey', 'out')),
  digest bytea,
  sealed text,
  created_at bigint not null,
  created_by text,
  ends_at bigint
);
create index robot_key_by_robot on robot_key (robot_id, which);

-- How what goes out fares; counted, and no part of the robot as administrators write it.
create table robot_out (
  robot_id uuid primary key,
  failures int not null default 0,
  paused_at bigint,
  last_at bigint
);

-- What is to be told to the address of a robot: in the order of each group, three times at most.
create table robot_event (
  id uuid primary key,
  robot_id uuid not null,
  group_id uuid not null,
  conversation_id uuid not null,
  n bigint generated always as identity,
  event text not null,
  -- Sealed.
  body text not null,
  at bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_at bigint,
  -- Until then an answer is taken, by whoever knows the event's token.
  reply_until bigint not null,
  replied_at bigint
);
create index robot_event_due on robot_event (next_at) where state = 'waiting';
create index robot_event_by_place on robot_event (robot_id, group_id, n) where state = 'waiting';
create index robot_event_by_time on robot_event (at);

-- When a keyword reply spoke last in a group: its cooldown holds over all processes.
create table robot_cooldown (
  reply_id uuid not null,
  group_id uuid not null,
  at bigint not null,
  primary key (reply_id, group_id)
);

-- Calls of robots in both directions; bodies sealed. A partition a month.
create table robot_log (
  id uuid not null,
  at bigint not null,
  robot_id uuid not null,
  direction text not null,
  event text not null,
  group_id uuid,
  status text not null,
  class text not null,
  code int not null default 0,
  ms int not null,
  address text not null default '',
  request_id text not null,
  message_id uuid,
  bytes int not null default 0,
  body text,
  answer text,
  replay_of uuid,
  primary key (at, id)
) partition by range (at);
create table robot_log_rest partition of robot_log default;
create index robot_log_by_robot on robot_log (robot_id, at, id);
