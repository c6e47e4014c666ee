-- When a running job came on last.
alter table job add column moved_at bigint;
