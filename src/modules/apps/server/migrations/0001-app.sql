-- Apps: software that terminals get from the company. Times are epoch milliseconds.
create table app (
  id uuid primary key,
  -- { "zh_CN": …, "en_US": …, "ja_JP": … }
  name jsonb not null,
  app_key text not null,
  -- 1 new, 2 on shelf, 3 off shelf.
  status int not null check (status in (1, 2, 3)),
  owner_dept_id uuid not null,
  short_name jsonb,
  description jsonb,
  icon_id uuid,
  -- Ids of people.
  manager_ids jsonb not null,
  notice_ids jsonb not null,
  channels jsonb not null,
  install_open text not null check (install_open in ('signedIn', 'password', 'anyone')),
  -- Sealed.
  install_password text,
  show_history boolean not null,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text
);
create unique index app_name on app (lower(name ->> 'zh_CN'));
create unique index app_app_key on app (lower(app_key));
create index app_owner on app (owner_dept_id);
