-- Systems whose attachments are shown as pages.
create table attach_system (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  code text not null,
  owner_dept_id uuid not null,
  fetch_interface_id uuid not null,
  id_param text not null,
  rights_interface_id uuid,
  max_size int not null,
  description text not null,
  enabled boolean not null
);
create unique index attach_system_name on attach_system (name);
create unique index attach_system_code on attach_system (code);
