-- Business systems that push to-dos.
create table todo_system (
  id uuid primary key, version int not null, created_at bigint not null, created_by text, updated_at bigint not null, updated_by text,
  name jsonb not null,
  code text not null,
  icon text not null,
  -- The access system whose keys sign what it pushes; until it has one it can't push.
  access_system_id uuid,
  answer_mode text not null,
  answer_url text,
  answer_secret text,
  answer_interface_id uuid,
  status_interface_id uuid,
  assign_by text not null,
  per_minute int not null,
  open_items int not null,
  bytes int not null,
  link_hosts jsonb not null,
  quiet_hours boolean not null,
  notify text not null,
  after_disable text not null,
  owner_dept_id uuid not null references department (id),
  place int not null,
  enabled boolean not null
);
create unique index todo_system_code on todo_system (lower(code));
create unique index todo_system_access_system_id on todo_system (access_system_id);
create index todo_system_department on todo_system (owner_dept_id);

-- Who looks after a system without having its department in range.
create table todo_manager (
  id uuid primary key, version int not null, created_at bigint not null, created_by text, updated_at bigint not null, updated_by text,
  system_id uuid not null references todo_system (id) on delete cascade,
  employee_id uuid not null,
  -- item, template, answer
  rights jsonb not null
);
create unique index todo_manager_pair on todo_manager (system_id, employee_id);
create index todo_manager_person on todo_manager (employee_id);

-- A template of forms: its draft is edited, what was published last is used for new items.
create table todo_template (
  id uuid primary key, version int not null, created_at bigint not null, created_by text, updated_at bigint not null, updated_by text,
  system_id uuid not null references todo_system (id),
  name jsonb not null,
  code text not null,
  owner_id uuid,
  -- Counts how often the draft was saved: two people who save at once notice.
  draft_no int not null,
  -- Number of the version that new items get; 0: never published.
  published int not null,
  place int not null,
  enabled boolean not null
);
create unique index todo_template_code on todo_template (system_id, lower(code));

-- Drafts stand apart, so that lists stay light. What a deleted template leaves here comes back with it, or is erased with the recycle bin.
create table todo_draft (
  template_id uuid primary key,
  content jsonb not null,
  digest text not null,
  at bigint not null,
  by_id text not null
);

-- What was published, as it was. Nothing here is ever changed; items stay with theirs.
create table todo_version (
  id uuid primary key,
  template_id uuid not null,
  number int not null,
  content jsonb not null,
  -- SHA-256 of the content: terminals keep forms by it.
  digest text not null,
  note text not null,
  at bigint not null,
  by_id text not null,
  -- The earlier version that this one publishes again.
  rollback_of int,
  unique (template_id, number)
);

-- A publication at a time of its own, with the content as it was planned.
create table todo_publication (
  template_id uuid primary key,
  at bigint not null,
  content jsonb not null,
  note text not null,
  by_id text not null
);
create index todo_publication_due on todo_publication (at);
