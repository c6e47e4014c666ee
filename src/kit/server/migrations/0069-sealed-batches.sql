-- Who, why, when and from where is sealed with each line of the journal (form 2). Lines of form 1 are older and sealed without.
alter table change_operation add column form smallint not null default 1;

-- Months that were taken out and may come back within the day need the column too.
do $$
declare
  part text;
begin
  for part in select relname from pg_class where relnamespace = 'aside'::regnamespace and relkind = 'r' and relname ~ '^change_operation_\d{4}_\d\d$' loop
    execute format('alter table aside.%I add column form smallint not null default 1', part);
  end loop;
end $$;

-- Of a batch only the count of its operations grows while they are written; it goes after the last of its lines.
create function refuse_changing_batches() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from change_operation where batch_id = old.id) then
      return old;
    end if;
  elsif to_jsonb(new) - 'counts' = to_jsonb(old) - 'counts' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $$;
create trigger change_batch_append_only before update or delete on change_batch for each row execute function refuse_changing_batches();
create trigger change_batch_keep before truncate on change_batch for each statement execute function refuse_rewriting();

-- How rows are written for their seals by who sealed last. Without a default: an earlier version that still runs beside this one can't seal
-- any more, because it would seal lines of form 2 without their batch.
alter table audit_head add column form smallint not null default 2;
alter table audit_head alter column form drop default;
