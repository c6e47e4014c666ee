-- The place of each change in the order in which transactions came to their end, for those who read on from where they were.
-- What one transaction writes becomes visible later than what another wrote after it: places are given behind all that still run.
alter table warning_change
  add column tx bigint not null default (pg_current_xact_id()::text::bigint),
  add column place bigint;
create sequence warning_change_places;
update warning_change set place = ordered.place
  from (select id, row_number() over (order by id) as place from warning_change) as ordered where ordered.id = warning_change.id;
select setval('warning_change_places', coalesce((select max(place) from warning_change), 0) + 1, false);
create unique index warning_change_placed on warning_change (place);
create index warning_change_unplaced on warning_change (tx, id) where place is null;
