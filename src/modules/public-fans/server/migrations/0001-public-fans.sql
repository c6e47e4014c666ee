create table fan_tag (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  -- No reference: the tags of a deleted account come back with it.
  sno_id uuid not null,
  kind text not null,
  tag_group text,
  department_ids jsonb not null,
  crowd_ids jsonb not null,
  newer_than integer,
  older_than integer,
  read_within integer,
  unread_for integer
);
create unique index fan_tag_name on fan_tag (sno_id, lower(name));

-- To whom a manual tag was given. Of a deleted tag the rows stay until its deletion is final.
create table fan_tag_member (
  tag_id uuid not null,
  employee_id uuid not null,
  at bigint not null,
  by_id text,
  primary key (tag_id, employee_id)
);
create index fan_tag_member_person on fan_tag_member (employee_id);

-- Every account has the tags of the product, also one that comes back from the recycle bin.
create function sno_platform_tags() returns trigger language plpgsql as $$
begin
  insert into fan_tag (id, version, created_at, updated_at, name, sno_id, kind, department_ids, crowd_ids)
    select gen_random_uuid(), 1, new.created_at, new.created_at, 'platform:' || word, new.id, 'platform', '[]', '[]'
    from unnest(array['new30', 'silent90', 'readers']) as word
    on conflict do nothing;
  return null;
end $$;
create trigger sno_platform_tags after insert on sno for each row execute function sno_platform_tags();
insert into fan_tag (id, version, created_at, updated_at, name, sno_id, kind, department_ids, crowd_ids)
  select gen_random_uuid(), 1, sno.created_at, sno.created_at, 'platform:' || word, sno.id, 'platform', '[]', '[]'
  from sno, unnest(array['new30', 'silent90', 'readers']) as word;
