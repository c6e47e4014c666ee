-- What an account says at a first follow, and where no rule answers. There is a row once somebody has saved.
create table reply_setting (
  id uuid primary key,
  sno_id uuid not null,
  -- welcome, system
  kind text not null,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  document jsonb not null
);
create unique index reply_setting_sno_id on reply_setting (sno_id, kind);

create table keyword_reply (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  sno_id uuid not null,
  position integer not null,
  keywords jsonb not null,
  answers jsonb not null,
  mode text not null,
  members jsonb not null,
  windows jsonb not null,
  enabled boolean not null
);
create index keyword_reply_place on keyword_reply (sno_id, position);

-- How often rules answered, by day; what an account forgets is counted on.
create table keyword_reply_fired (
  rule_id uuid not null,
  day integer not null,
  n integer not null,
  last_at bigint not null,
  primary key (rule_id, day)
);
