-- Widgets that are connected to business systems.
create table connect_widget (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  widget_id text not null,
  system_id uuid not null,
  owner_dept_id uuid not null,
  sign_in text not null,
  entry_url text,
  hosts jsonb not null,
  audience jsonb not null,
  description text not null,
  enabled boolean not null
);
create unique index connect_widget_name on connect_widget (name);
create unique index connect_widget_widget_id on connect_widget (widget_id);

-- By what business systems exchange tickets.
create table connect_secret (
  widget_id uuid primary key references connect_widget (id) on delete cascade,
  hash text not null,
  made_at bigint not null
);

-- Parameters that connected widgets are given.
create table connect_param (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  owner_dept_id uuid not null,
  widget_id text,
  platform int,
  kind text not null,
  value text not null,
  secret text,
  visible text not null,
  description text not null
);
create unique index connect_param_name on connect_param (name, coalesce(widget_id, ''), coalesce(platform, 0));

-- Tickets by their hash: exchanged once, within a minute.
create table connect_ticket (
  hash text primary key,
  widget_id uuid not null references connect_widget (id) on delete cascade,
  uid uuid not null,
  platform int not null,
  issued_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  refused boolean not null default false
);
create index connect_ticket_by_time on connect_ticket (issued_at);
create index connect_ticket_by_widget on connect_ticket (widget_id, issued_at);
