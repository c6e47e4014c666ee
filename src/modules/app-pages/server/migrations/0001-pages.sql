create table advert (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  title jsonb not null,
  app_id uuid not null,
  kind text not null,
  file_id uuid,
  start_time bigint not null,
  end_time bigint not null,
  dept_ids jsonb not null,
  mobile_enable integer not null,
  pc_enable integer not null,
  link text,
  pc_link text,
  dept_widget_info jsonb not null,
  seconds integer not null,
  skip integer not null,
  per_day integer not null,
  priority integer not null,
  status integer not null check (status in (0, 1, 2))
);
create index advert_app on advert (app_id, kind, status);

create table advert_setting (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  app_id uuid not null,
  kind text not null,
  display integer not null,
  interval_time integer not null,
  keep_days integer not null
);
create unique index advert_setting_app on advert_setting (app_id, kind);

-- How often an advert was shown and opened on a terminal on a day.
create table advert_count (
  advert_id uuid not null,
  day date not null,
  install_id text not null,
  shown integer not null,
  opened integer not null,
  primary key (advert_id, day, install_id)
);

-- Pictures made anew from what was uploaded.
create table app_picture (
  id uuid primary key,
  at bigint not null,
  type text not null,
  width integer not null,
  height integer not null,
  data bytea not null
);

create table platform_card (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  name text not null,
  app_id uuid not null,
  platform_type integer not null,
  langs jsonb not null,
  icon text,
  interval_time integer not null,
  widgets jsonb not null,
  "on" integer not null
);
create index platform_card_app on platform_card (app_id);

create table page_config (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid,
  name text not null,
  app_id uuid not null,
  terminal text not null,
  rows jsonb not null,
  trial_ids jsonb not null,
  priority integer not null,
  is_page_edit_console integer not null,
  published_no integer,
  published_at bigint,
  draft_no integer not null
);
create index page_config_app on page_config (app_id, terminal, priority);

-- Every save of a page: drafts (0), releases (1) and trials (2). The newest row is what is edited.
create table page_release (
  config_id uuid not null,
  no integer not null,
  release_type integer not null check (release_type in (0, 1, 2)),
  release_at bigint not null,
  is_page_edit_console integer not null,
  tag_list jsonb not null,
  note text not null,
  at bigint not null,
  by uuid,
  withdrawn_at bigint,
  primary key (config_id, no)
);
create index page_release_type on page_release (config_id, release_type, release_at desc);

-- How somebody arranged a page.
create table page_personal (
  emp_id uuid not null,
  config_id uuid not null,
  tag_order jsonb not null,
  hidden jsonb not null,
  base integer not null,
  at bigint not null,
  primary key (emp_id, config_id)
);

-- A row for every decision that terminals go by.
create table page_change (
  id bigint generated always as identity primary key,
  at bigint not null
);
