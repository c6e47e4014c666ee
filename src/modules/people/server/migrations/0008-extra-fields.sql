-- Fields that the enterprise adds to people and departments. Values are JSON by code in the rows themselves; what is filtered, searched or
-- unique has typed rows beside them.
create table extra_field (
  id uuid primary key,
  target text not null check (target in ('employee', 'department')),
  code text collate "C" not null,
  name jsonb not null,
  description jsonb,
  section jsonb,
  type text not null,
  options jsonb not null,
  required boolean not null,
  is_unique boolean not null,
  min_value double precision,
  max_value double precision,
  max_length integer,
  pattern text,
  default_value jsonb,
  filterable boolean not null,
  listable boolean not null,
  searchable boolean not null,
  sensitive boolean not null,
  editable_by text not null check (editable_by in ('source', 'administrator', 'employee')),
  order_no integer not null,
  enabled boolean not null,
  -- Its typed rows are complete; false while a job makes them for many.
  ready boolean not null default true,
  version integer not null,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index extra_field_code on extra_field (target, (lower(code)));

-- Codes of deleted fields whose values are still there: they come back with the field, and nobody else takes them over.
create table extra_code_kept (
  field_id uuid primary key,
  target text not null,
  code text collate "C" not null
);

alter table employee add column extra jsonb not null default '{}';
alter table department add column extra jsonb not null default '{}';

-- The form in which values are compared: width and the case of Latin letters don't count. Long ones are told apart by their digest.
-- One expression, so that the planner takes it in instead of calling it for each of a million values.
create function extra_key(value text) returns text language sql immutable parallel safe as $$
  select case when length(value) <= 300 then left(lower(normalize(value, NFKC) collate "C"), 300)
    else left(lower(normalize(value, NFKC) collate "C"), 300) || md5(lower(normalize(value, NFKC) collate "C")) end
$$;

create table extra_value (
  object_id uuid not null,
  field_id uuid not null references extra_field (id) on delete cascade,
  key text collate "C" not null,
  num double precision,
  is_unique boolean not null,
  primary key (object_id, field_id, key)
);
create index extra_value_key on extra_value (field_id, key, object_id);
create index extra_value_num on extra_value (field_id, num) where num is not null;
-- How common a value is depends on its field.
create statistics extra_value_common (mcv, dependencies) on field_id, key from extra_value;
create unique index extra_value_unique on extra_value (field_id, key) where is_unique;
