-- Ties of people who were erased have no digest: sources are read without looking at every person.
update source_link l set hash = null, print = null
where l.object_kind = 'employee' and l.hash is not null and not exists (select from employee e where e.id = l.object_id);

-- Pages of a directory of which everybody was known: which records they hold is told by the print of the whole page. A page is what its
-- print says, whatever becomes of the people in it; those that come no more are dropped with the next reading of everything.
create table source_page (
  source_id uuid not null references source (id) on delete cascade,
  print text collate "C" not null,
  -- Prints of the records, one behind the other.
  records text not null,
  -- The managers they name, as they are written, with the ids that were found of them.
  managers jsonb not null,
  -- When the last of them changed, as the directory writes it.
  latest text not null,
  primary key (source_id, print)
);
alter table source_page alter column records set storage external;
