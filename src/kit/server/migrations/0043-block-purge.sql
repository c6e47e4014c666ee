-- A block goes only with the whole of its signed day, when all rows of that day went after their time and none can come back: what is
-- left of a day must always lead to its root. Roots stay for ever.
create function refuse_losing_blocks() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from audit_root day where day.stream = old.stream and day.first_seq <= old.first_seq and day.last_seq >= old.last_seq
      and day.last_seq - day.first_seq + 1 = (
        select sum(least(gap.to_seq, day.last_seq) - greatest(gap.from_seq, day.first_seq) + 1) from audit_gap gap
        where gap.stream = day.stream and gap.to_seq >= day.first_seq and gap.from_seq <= day.last_seq)
      and not exists (select from audit_seal where stream = day.stream and seq between day.first_seq and day.last_seq)) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $$;
drop trigger audit_block_append_only on audit_block;
create trigger audit_block_append_only before update or delete on audit_block for each row execute function refuse_losing_blocks();
