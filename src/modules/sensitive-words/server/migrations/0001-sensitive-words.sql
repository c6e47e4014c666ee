create table word_category (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  name jsonb not null,
  level text not null,
  owner_id uuid
);

create table sensitive_word (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  word text not null,
  plain text not null,
  category_id uuid references word_category (id),
  level text not null,
  match_kind text not null,
  gap integer not null,
  places jsonb not null,
  senders jsonb not null,
  replacement text,
  observe boolean not null,
  until bigint,
  remark text,
  enabled boolean not null
);
create unique index sensitive_word_word on sensitive_word (lower(word));
create index sensitive_word_plain on sensitive_word (plain);
create index sensitive_word_category on sensitive_word (category_id);
create index sensitive_word_text on sensitive_word using gin (word gin_trgm_ops);

create table word_exception (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  text text not null,
  reason text not null,
  until bigint
);
create unique index word_exception_text on word_exception (lower(text));

create table word_setting (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  fold_accents boolean not null,
  digits_as_letters boolean not null,
  block_text jsonb not null,
  evidence_days integer not null
);

-- A published list is kept whole, compressed: it decides, whatever becomes of the draft, and can be published again.
create table word_version (
  number integer primary key,
  id uuid not null unique,
  words integer not null,
  exceptions integer not null,
  note text not null,
  published_at bigint not null,
  published_by uuid,
  book bytea not null
);

create table word_hit (
  id uuid primary key,
  at bigint not null,
  word_id uuid not null,
  word text not null,
  list_number integer not null,
  level text not null,
  observe boolean not null,
  place text not null,
  sender_id uuid,
  sealed_text text,
  decision text not null default 'open',
  decided_by uuid,
  decided_at bigint,
  note text
);
create index word_hit_at on word_hit (at desc, id desc);
create index word_hit_word on word_hit (word_id, at desc);
create index word_hit_sender on word_hit (sender_id, at desc);
