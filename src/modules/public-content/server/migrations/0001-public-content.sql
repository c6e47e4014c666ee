-- Content of accounts. Rows do not reference the account, so that what is deleted with it comes back with it.
create table material_group (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  sno_id uuid not null,
  kind text not null,
  position integer not null
);
create unique index material_group_name on material_group (sno_id, kind, lower(name));

-- Files of content by the id of their row in `file`: pictures were encoded again, videos were checked. They are never changed.
create table content_file (
  id uuid primary key,
  sno_id uuid not null,
  type text not null,
  hash text not null,
  size bigint not null,
  width integer,
  height integer,
  seconds integer,
  at bigint not null
);
create index content_file_account on content_file (sno_id, hash);

create table material (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  sno_id uuid not null,
  kind text not null,
  group_id uuid references material_group (id),
  file_id uuid,
  poster_id uuid,
  text jsonb
);
create index material_account on material (sno_id, kind, updated_at desc);
create index material_of_group on material (group_id);
create index material_of_file on material (file_id);

create table article (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  title jsonb not null,
  sno_id uuid not null,
  group_id uuid references material_group (id),
  author text,
  source_link text,
  cover_id uuid,
  state text not null,
  published_version integer,
  publish_at bigint,
  withdraw_at bigint
);
create index article_account on article (sno_id, updated_at desc);
create index article_of_group on article (group_id);
create index article_publish on article (publish_at) where publish_at is not null;
create index article_withdraw on article (withdraw_at) where withdraw_at is not null;

-- What is being written, a row a language. It is no field of the article: it changes every few seconds while somebody writes.
create table article_draft (
  article_id uuid not null,
  language text not null,
  -- Counts its changes: a save names the one that it read.
  revision integer not null,
  title text not null,
  digest text not null,
  body jsonb not null,
  body_text text not null,
  materials uuid[] not null,
  at bigint not null,
  by_id text,
  by_name text not null,
  primary key (article_id, language)
);

-- Published texts; rows are never changed but for the mark that one was frozen for a push.
create table article_version (
  id uuid primary key,
  article_id uuid not null,
  n integer not null,
  sno_id uuid not null,
  content jsonb not null,
  author text,
  source_link text,
  -- Files as the pictures were then, and the materials they were of.
  cover_id uuid,
  materials uuid[] not null,
  files uuid[] not null,
  note text not null,
  -- Shown in the place of what was sent before, with the note.
  correction boolean not null,
  sha256 text not null,
  at bigint not null,
  by_id text,
  by_name text not null,
  frozen boolean not null default false
);
create unique index article_version_n on article_version (article_id, n);

-- Who writes where, for a minute.
create table article_lock (
  article_id uuid not null,
  language text not null,
  block integer not null,
  by_id text not null,
  by_name text not null,
  until bigint not null,
  primary key (article_id, language, block, by_id)
);

create table image_text (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  sno_id uuid not null,
  group_id uuid references material_group (id),
  items jsonb not null
);
create index image_text_account on image_text (sno_id, updated_at desc);
create index image_text_of_group on image_text (group_id);

create table image_message (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name jsonb not null,
  sno_id uuid not null,
  group_id uuid references material_group (id),
  items jsonb not null
);
create index image_message_account on image_message (sno_id, updated_at desc);
create index image_message_of_group on image_message (group_id);
