-- Days and hours in which a rollout makes new offers; null: always.
alter table rollout add column time_window jsonb;
