-- Ties of people who were erased have no digest: sources are read without looking at every person.
update source_link l set hash = null, print = null
where l.object_kind = 'employee' and l.hash is not null and not exists (select from employee e where e.id = l.object_id);
