create table sample_thing (
  id uuid primary key,
  name text not null,
  code text,
  department_id uuid not null references department (id), -- #scoped
  description text,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
-- Names and codes differ, whatever their case; the kind turns a violation into 10411 with the field.
create unique index sample_thing_name on sample_thing (lower(name));
create unique index sample_thing_code on sample_thing (lower(code));
create index sample_thing_department on sample_thing (department_id); -- #scoped
-- Searches for a part of a name or code.
create index sample_thing_text on sample_thing using gin (name gin_trgm_ops, code gin_trgm_ops);
