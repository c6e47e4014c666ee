-- Settings of apps in full. Their tables were made with those of apps.
alter table app_document add column published jsonb;
alter table app_document add column published_at bigint;

alter table other_config add column options jsonb not null default '[]';
alter table other_config add column min double precision;
alter table other_config add column max double precision;
alter table other_config add column default_value jsonb not null default 'null';

-- Counts decisions that terminals go by.
create table app_setting_change (
  id bigint generated always as identity primary key,
  at bigint not null
);
