-- Members of a deleted rule stay: they hold for nobody, and are there again when the rule comes back. They go with the rule for good.
alter table bind_rule_member drop constraint bind_rule_member_rule_id_fkey;
-- Who decides is reminded of requests that wait.
alter table device_binding add column reminded_at bigint;
