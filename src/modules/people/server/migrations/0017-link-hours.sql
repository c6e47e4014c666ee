-- How long a link for setting a password serves.
alter table muc_setting add column link_hours integer not null default 72 check (link_hours between 1 and 720);
