-- What identity providers push, as they pushed it: answered to them, patched by them. What becomes of it here is the work of runs.
create table scim_resource (
  id uuid primary key,
  source_id uuid not null references source (id) on delete cascade,
  kind text not null check (kind in ('User', 'Group')),
  resource jsonb not null,
  -- The crowd that a group is here; departments are found by their links.
  crowd_id uuid,
  version integer not null default 1,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index scim_resource_user on scim_resource (source_id, lower(resource ->> 'userName')) where kind = 'User';
create index scim_resource_external on scim_resource (source_id, (resource ->> 'externalId'));
create index scim_resource_kind on scim_resource (source_id, kind, id);
-- Of which groups somebody is a member.
create index scim_resource_members on scim_resource using gin ((resource -> 'members') jsonb_path_ops) where kind = 'Group';
