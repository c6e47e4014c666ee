-- When this database was filled from a backup: work that was queued then asks again before it is done.
alter table installation add restored_at timestamptz;
