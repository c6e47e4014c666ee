create table im_card_group (
  id uuid primary key, version int not null, created_at bigint not null, created_by text, updated_at bigint not null, updated_by text,
  name jsonb not null,
  code text not null,
  place int not null
);
create unique index im_card_group_code on im_card_group (lower(code));

create table im_card_template (
  id uuid primary key, version int not null, created_at bigint not null, created_by text, updated_at bigint not null, updated_by text,
  group_id uuid not null references im_card_group (id),
  name jsonb not null,
  code text not null,
  owner_dept_id uuid not null references department (id),
  summary jsonb not null,
  elements jsonb not null default '[]',
  actions jsonb not null default '[]',
  data_fields jsonb not null default '[]',
  callback_url text,
  valid_days int not null default 30,
  published int not null default 0,
  enabled boolean not null default true
);
create unique index im_card_template_code on im_card_template (lower(code));

-- What was published, as it was: cards in flight stay with theirs.
create table im_card_version (
  template_id uuid not null,
  number int not null,
  at bigint not null,
  by_id text not null,
  content jsonb not null,
  primary key (template_id, number)
);

-- Systems that send cards.
create table im_card_system (
  id uuid primary key, version int not null, created_at bigint not null, created_by text, updated_at bigint not null, updated_by text,
  name text not null,
  secret text,
  template_ids jsonb not null default '[]',
  per_minute int not null default 60,
  enabled boolean not null default true
);
create unique index im_card_system_name on im_card_system (lower(name));
create table im_card_nonce (system_id uuid not null, nonce text not null, at bigint not null, primary key (system_id, nonce));

create table im_card (
  id uuid primary key,
  at bigint not null,
  system_id uuid not null,
  template_id uuid not null,
  template_version int not null,
  out_id text not null,
  data jsonb not null,
  private_data jsonb not null default '{}',
  state text not null default 'sent' check (state in ('sent', 'updated', 'done', 'expired', 'recalled')),
  revision int not null default 1,
  expires_at bigint not null,
  unique (system_id, out_id)
);
create index im_card_by_time on im_card (at, id);
create table im_card_place (
  card_id uuid not null references im_card (id) on delete cascade,
  conversation_id uuid not null,
  seq bigint not null,
  primary key (card_id, conversation_id)
);
create table im_card_action (
  id uuid primary key,
  card_id uuid not null references im_card (id) on delete cascade,
  employee_id uuid not null,
  action_id text not null,
  input jsonb not null,
  at bigint not null,
  -- none: nobody is asked; waiting, confirmed, failed.
  callback text not null,
  attempts int not null default 0,
  next_at bigint,
  answer text not null default ''
);
create index im_card_action_by_card on im_card_action (card_id, at);
create index im_card_action_due on im_card_action (next_at) where callback = 'waiting';

insert into im_card_group (id, version, created_at, updated_at, name, code, place)
select '00000000-0000-7000-8000-000000000322', 1, now_ms, now_ms, '{"zh_CN": "常用", "en_US": "Usual", "ja_JP": "よく使うもの"}', 'usual', 1
from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment;
