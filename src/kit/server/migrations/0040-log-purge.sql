-- Tables that stand beside the logs for some days: months that were taken out and archives that were restored. Backups leave them out.
create schema aside;

-- Runs of a chain whose rows went after their time. Signed, so that the chain can be followed behind them and nobody without the
-- installation's key can make one; kept for ever, like the ends of days.
create table audit_gap (
  stream text not null,
  from_seq bigint not null,
  to_seq bigint not null,
  -- The chain's hash before the first and at the last of them.
  hash_before bytea not null,
  hash bytea not null,
  -- Writing transaction and id of the last row.
  tx bigint not null,
  row_id uuid not null,
  -- The key under which the last of them was sealed.
  chain_key text,
  -- The partition that went.
  part text not null,
  mac bytea not null,
  key_id text not null,
  primary key (stream, from_seq)
);
create index audit_gap_by_end on audit_gap (stream, to_seq);
create index audit_gap_by_part on audit_gap (part);

-- A seal goes only where a gap stands for it.
create function refuse_losing_seals() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from audit_gap where stream = old.stream and to_seq >= old.seq and from_seq <= old.seq) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $$;
drop trigger audit_seal_append_only on audit_seal;
create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function refuse_losing_seals();

-- A gap is taken back only while the seals that it stands for are there: when a detached month comes back.
create function refuse_losing_gaps() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from audit_seal where stream = old.stream and seq = old.from_seq)
    and exists (select from audit_seal where stream = old.stream and seq = old.to_seq) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $$;
create trigger audit_gap_append_only before update or delete on audit_gap for each row execute function refuse_losing_gaps();
create trigger audit_gap_keep before truncate on audit_gap for each statement execute function refuse_rewriting();
