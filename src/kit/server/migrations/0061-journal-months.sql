-- The journal is a log of its own: kept in a partition a month, so that a month whose time is over goes as a whole. What was written
-- before this stays together, under the name of the last of its months. Only the check of its times and two indexes are made anew.
-- No foreign keys lead to or from it any more: they would hold the months together.
alter table change_reverted drop constraint change_reverted_operation_id_fkey;
alter table change_reverted drop constraint change_reverted_reverted_by_fkey;
alter table change_purged drop constraint change_purged_operation_id_fkey;
alter table change_batch drop constraint change_batch_revert_of_fkey;

alter table change_operation rename to change_operation_before;
alter table change_operation_before drop constraint change_operation_batch_id_fkey;
alter table change_operation_before drop constraint change_operation_pkey;
alter index change_operation_by_batch rename to change_operation_before_by_batch;
alter index change_operation_by_object rename to change_operation_before_by_object;
alter index change_operation_by_tx rename to change_operation_before_by_tx;
alter index change_operation_deleted rename to change_operation_before_deleted;
drop trigger change_operation_append_only on change_operation_before;
drop trigger change_operation_keep on change_operation_before;

create table change_operation (like change_operation_before including defaults including constraints, primary key (at, id)) partition by range (at);
create index change_operation_by_id on change_operation (id);
create index change_operation_by_batch on change_operation (batch_id, seq);
create index change_operation_by_object on change_operation (object_id, id);
create index change_operation_by_tx on change_operation (tx, id);
create index change_operation_deleted on change_operation (id) where action = 'delete';

do $$
declare
  first timestamp;
  month timestamp;
  part text;
begin
  if not exists (select from change_operation_before) then
    drop table change_operation_before;
    return;
  end if;
  select date_trunc('month', to_timestamp(greatest(max(at), (extract(epoch from now()) * 1000)::bigint) / 1000.0) at time zone 'UTC')
    into month from change_operation_before;
  select date_trunc('month', to_timestamp(min(at) / 1000.0) at time zone 'UTC') into first from change_operation_before;
  part := 'change_operation_' || to_char(month, 'YYYY_MM');
  execute format('alter table change_operation_before rename to %I', part);
  execute format('alter table change_operation attach partition %I for values from (%s) to (%s)', part,
    (extract(epoch from first) * 1000)::bigint, (extract(epoch from month + interval '1 month') * 1000)::bigint);
end $$;
create table change_operation_rest partition of change_operation default;

create trigger change_operation_append_only before update or delete on change_operation for each row execute function refuse_rewriting();
create trigger change_operation_keep before truncate on change_operation for each statement execute function refuse_rewriting();
