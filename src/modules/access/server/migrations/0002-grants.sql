-- Grants change through the change engine: they have versions, a history, and come back from the recycle bin.
alter table interface_grant
  add column version integer not null default 1,
  add column updated_at bigint,
  add column updated_by text;
update interface_grant set updated_at = created_at, updated_by = created_by;
alter table interface_grant alter column version drop default, alter column updated_at set not null;
