-- What can be set. `module` names the one that declares it; its type and key are then fixed.
create table property (
  id uuid primary key,
  namespace text not null,
  key text not null,
  type text not null,
  default_value jsonb,
  rules jsonb,
  description jsonb not null,
  exposure text not null,
  secret boolean not null default false,
  deprecated boolean not null default false,
  module text,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index property_key on property (namespace, key);
create index property_text on property using gin (key gin_trgm_ops);

-- What was set, by scope. A value keeps its id when it is cleared and set again: the id is made of property and scope.
create table property_value (
  id uuid primary key,
  property_id uuid not null references property (id),
  label text not null,
  scope_kind text not null,
  scope_id text not null,
  -- The id of a department, crowd, role or employee.
  object_id uuid,
  value jsonb,
  sealed text,
  priority integer not null default 0,
  valid_from bigint,
  valid_until bigint,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index property_value_scope on property_value (property_id, scope_kind, scope_id);
create index property_value_object on property_value (object_id) where object_id is not null;
