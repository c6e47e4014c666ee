-- When the last backup of this database was finished (epoch milliseconds).
alter table installation add backed_up_at bigint;
