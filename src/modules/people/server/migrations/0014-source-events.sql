-- Events that wait for a run, and those of a run: found every few seconds.
create index source_event_waiting on source_event (source_id, at) where result = 'waiting';
create index source_event_run on source_event (run_id) where run_id is not null;
