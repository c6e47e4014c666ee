-- Each notice has an id of its own, by which a provider knows it again; terminals that got it are not told twice.
alter table im_push add column id uuid not null default gen_random_uuid();
alter table im_push add column next_at bigint not null default 0;
alter table im_push add column done uuid[] not null default '{}';
alter table im_push add column answer text not null default '';
create index im_push_due on im_push (next_at);
-- Which terminals are connected to which process; a process that says nothing any more has none.
create unlogged table im_node (id uuid primary key, name text not null, started_at bigint not null, seen_at bigint not null);
create unlogged table im_online (
  id uuid primary key,
  node_id uuid not null references im_node (id) on delete cascade,
  employee_id uuid not null,
  device_id text not null,
  platform smallint not null,
  address text not null,
  since_at bigint not null
);
create index im_online_by_person on im_online (employee_id);
create index im_online_by_node on im_online (node_id);
