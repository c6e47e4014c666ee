-- When a password that was sent as a link ends; none of one's own does.
alter table credential add column ends_at bigint;
