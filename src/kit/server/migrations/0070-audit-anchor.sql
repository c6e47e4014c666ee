-- How far each chain is sealed, said a second time under the master key and apart from seals, head, blocks, days and roots: a log that is
-- emptied together with them is found to be cut off. The last of a stream (by no) moves with every sealing; one that the chain did not go
-- on from stays as it is.
create table audit_anchor (
  stream text not null,
  no int not null,
  -- The last sealed place, with the chain's hash there.
  seq bigint not null,
  hash bytea not null,
  -- UTC day and moment of that sealing.
  day int not null,
  at bigint not null,
  -- From this place on every row has a block.
  blocks_from bigint,
  mac bytea not null,
  key_id text not null,
  primary key (stream, no)
);

create function refuse_moving_back() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.stream = old.stream and new.no = old.no and new.seq > old.seq then
    return new;
  end if;
  raise exception '% only moves on', tg_table_name using errcode = '55000';
end $$;
create trigger audit_anchor_moves_on before update or delete on audit_anchor for each row execute function refuse_moving_back();
create trigger audit_anchor_keep before truncate on audit_anchor for each statement execute function refuse_rewriting();

-- When a backup was restored into this database, signed: what was noted elsewhere before does not hold for it.
create table audit_restore (
  at bigint primary key,
  mac bytea not null,
  key_id text not null
);
create trigger audit_restore_append_only before update or delete on audit_restore for each row execute function refuse_rewriting();
create trigger audit_restore_keep before truncate on audit_restore for each statement execute function refuse_rewriting();
