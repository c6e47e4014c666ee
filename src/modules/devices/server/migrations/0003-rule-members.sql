-- Members of rules are objects of their own: journaled, and brought back with their history.
alter table bind_rule_member drop constraint bind_rule_member_pkey;
alter table bind_rule_member
  add column id uuid not null default gen_random_uuid(),
  add column version int not null default 1,
  add column created_at bigint not null default 0,
  add column created_by text,
  add column updated_at bigint not null default 0,
  add column updated_by text;
update bind_rule_member set created_at = since, updated_at = since, created_by = added_by, updated_by = added_by;
alter table bind_rule_member drop column added_by, add primary key (id);
create unique index bind_rule_member_member on bind_rule_member (rule_id, kind, member_id);

-- After a restore an order waits until somebody says that it still holds.
alter table erase_order add column confirmed_at bigint;
