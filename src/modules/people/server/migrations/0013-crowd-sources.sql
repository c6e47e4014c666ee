-- Sizes of crowds by day are counted from the index alone.
create index crowd_event_span on crowd_event (crowd_id, at, joined);

-- How far crowds have read sign-ins, in milliseconds: these stand in no feed.
alter table crowd_cursor add column signed_in_at bigint not null default 0;
update crowd_cursor set signed_in_at = coalesce((select max(at) from last_sign_in), 0);

-- Plans are made once a connection, mostly while little is there: nothing here is compared row by row whatever they were made for.
-- Who is tied to a source, or no longer, is told to whoever reads the feed: crowds ask for it. Whom a run makes is told of already.
create function tell_ties(changed uuid[]) returns void language sql set enable_nestloop = off as $$
  insert into directory_change (at, kind, object_id, op, fields)
  select (extract(epoch from clock_timestamp()) * 1000)::bigint, 'employee', c.id, 'change', '{source}'
  from (select distinct unnest(changed) as id) c
  where not exists (select from directory_change told where told.tx = pg_current_xact_id() and told.object_id = c.id and told.op = 'create')
$$;
create function tell_new_ties() returns trigger language plpgsql as $$
begin
  perform tell_ties((select array_agg(object_id) from new_ties where object_kind = 'employee'));
  return null;
end $$;
create function tell_old_ties() returns trigger language plpgsql as $$
begin
  perform tell_ties((select array_agg(object_id) from old_ties where object_kind = 'employee'));
  return null;
end $$;
create function tell_changed_ties() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  perform tell_ties((select array_agg(told.id) from new_ties n
    join old_ties o using (source_id, object_kind, external_id), unnest(array[o.object_id, n.object_id]) as told(id)
    where object_kind = 'employee' and (n.object_id <> o.object_id or n.state <> o.state)));
  return null;
end $$;
create trigger source_link_made after insert on source_link referencing new table as new_ties for each statement execute function tell_new_ties();
create trigger source_link_gone after delete on source_link referencing old table as old_ties for each statement execute function tell_old_ties();
create trigger source_link_changed after update on source_link referencing old table as old_ties new table as new_ties
  for each statement execute function tell_changed_ties();
