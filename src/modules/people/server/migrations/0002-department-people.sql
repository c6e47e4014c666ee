-- How many people are where, kept with every change, so that the tree and the totals of lists of a million people need no counting.
-- A count is the sum of its rows: writers add rows and nobody waits for another; rows of a department are folded into one now and then.
-- People at or below a department, each once = sum of `people` - `overlap` there and below: a person in several departments stands with
-- one `overlap` at the department where the ways up from two neighbours among them (in the order of paths) meet.
create table department_people (
  department_id uuid not null,
  status text not null,
  people bigint not null default 0,
  overlap bigint not null default 0
);
create index department_people_of on department_people (department_id, status) include (people, overlap);
-- Whoever is in further departments is found from the person.
create index employee_department_further_of on employee_department (employee_id) where not is_primary;

-- Adds what these assignments overlap, each with its sign: 1 as it is now, -1 as it was.
create function add_overlaps(people uuid[], statuses text[], paths ltree[], signs int[]) returns void language sql as $$
  insert into department_people (department_id, status, overlap)
  select d.id, pair.status, sum(pair.sign) from (
    select status, sign, path, lag(path) over (partition by person, sign order by path) as before
    from unnest(people, statuses, paths, signs) as a(person, status, path, sign)) as pair
  join department d on d.no = subpath(case when pair.path <@ pair.before then pair.before else lca(pair.before, pair.path) end, -1, 1)::text::bigint
  where pair.before is not null
  group by d.id, pair.status having sum(pair.sign) <> 0
$$;

-- Makes one row of those of a department that nobody else is folding.
create function fold_department_people(departments uuid[]) returns void language sql as $$
  with gone as (
    delete from department_people where ctid = any(array(
      select ctid from department_people where department_id = any(departments) for update skip locked)) returning *)
  insert into department_people (department_id, status, people, overlap)
  select department_id, status, sum(people), sum(overlap) from gone group by 1, 2 having sum(people) <> 0 or sum(overlap) <> 0
$$;

-- Overlaps are worked out from paths: none moves while a change that did so is under way, and the other way round.
create function hold_paths() returns void language sql as $$ select pg_advisory_xact_lock_shared(hashtext('department paths')) $$;

create function count_added_assignments() returns trigger language plpgsql as $$
declare
  -- New people are mostly in one department: there is nothing to overlap.
  several uuid[] := array(select n.employee_id from new_rows n group by 1 having count(*) > 1
    union select n.employee_id from new_rows n join employee_department a on a.employee_id = n.employee_id and a.department_id <> n.department_id);
begin
  insert into department_people (department_id, status, people)
  select a.department_id, e.status, count(*) from new_rows a join employee e on e.id = a.employee_id where e.status <> 'deleted' group by 1, 2;
  if cardinality(several) > 0 then
    perform hold_paths();
    perform add_overlaps(array_agg(e.id), array_agg(e.status), array_agg(d.path), array_agg(sign)) from unnest(several) as touched(id)
    join employee e on e.id = touched.id and e.status <> 'deleted' join employee_department a on a.employee_id = e.id join department d on d.id = a.department_id
    left join new_rows n on n.employee_id = a.employee_id and n.department_id = a.department_id
    cross join lateral (select 1 as sign union all select -1 where n.employee_id is null) as signed having count(*) > 0;
  end if;
  -- Seldom enough to cost nothing, often enough that a department keeps a handful of rows.
  if random() < 0.06 then perform fold_department_people(array(select distinct department_id from new_rows)); end if;
  return null;
end $$;

create function count_removed_assignments() returns trigger language plpgsql as $$
declare
  several uuid[] := array(select o.employee_id from old_rows o group by 1 having count(*) > 1
    union select o.employee_id from old_rows o join employee_department a on a.employee_id = o.employee_id);
begin
  insert into department_people (department_id, status, people)
  select a.department_id, e.status, -count(*) from old_rows a join employee e on e.id = a.employee_id where e.status <> 'deleted' group by 1, 2;
  if cardinality(several) > 0 then
    perform hold_paths();
    perform add_overlaps(array_agg(e.id), array_agg(e.status), array_agg(d.path), array_agg(a.sign)) from unnest(several) as touched(id)
    join employee e on e.id = touched.id and e.status <> 'deleted'
    join lateral (
      select n.department_id, sign from employee_department n cross join (values (1), (-1)) as signed(sign) where n.employee_id = e.id
      union all select o.department_id, -1 from old_rows o where o.employee_id = e.id) as a on true
    join department d on d.id = a.department_id having count(*) > 0;
  end if;
  return null;
end $$;

create trigger employee_department_added after insert on employee_department
  referencing new table as new_rows for each statement execute function count_added_assignments();
create trigger employee_department_removed after delete on employee_department
  referencing old table as old_rows for each statement execute function count_removed_assignments();

-- An assignment is ended and another begun; nothing moves one to another department or person.
create function refuse_moved_assignment() returns trigger language plpgsql as $$
begin
  raise exception 'an assignment keeps its person and its department' using errcode = '55000';
end $$;
create trigger employee_department_kept before update of employee_id, department_id on employee_department for each row
  when (old.employee_id <> new.employee_id or old.department_id <> new.department_id) execute function refuse_moved_assignment();

create function count_status() returns trigger language plpgsql as $$
declare
  several boolean := (select count(*) > 1 from employee_department a where a.employee_id = new.id);
begin
  insert into department_people (department_id, status, people)
  select a.department_id, change.status, change.sign from employee_department a
  cross join (values (old.status, -1), (new.status, 1)) as change(status, sign)
  where a.employee_id = new.id and change.status <> 'deleted';
  if several then
    perform hold_paths();
    perform add_overlaps(array_agg(new.id), array_agg(change.status), array_agg(d.path), array_agg(change.sign))
    from employee_department a join department d on d.id = a.department_id cross join (values (old.status, -1), (new.status, 1)) as change(status, sign)
    where a.employee_id = new.id and change.status <> 'deleted';
  end if;
  return null;
end $$;
create trigger employee_status_counted after update of status on employee for each row
  when (old.status <> new.status) execute function count_status();

-- Somebody who was counted takes the assignments along while the person is still there to be counted off.
create function end_assignments() returns trigger language plpgsql as $$
begin
  delete from employee_department where employee_id = old.id;
  return old;
end $$;
create trigger employee_counted_off before delete on employee for each row when (old.status <> 'deleted') execute function end_assignments();

create function count_moved_departments() returns trigger language plpgsql as $$
begin
  if not exists (select from old_rows o join new_rows n on n.id = o.id where o.path <> n.path) then return null; end if;
  perform pg_advisory_xact_lock(hashtext('department paths'));
  perform add_overlaps(array_agg(e.id), array_agg(e.status), array_agg(signed.path), array_agg(signed.sign)) from (
    select a.employee_id from employee_department a where a.department_id in (select n.id from old_rows o join new_rows n on n.id = o.id where o.path <> n.path)
      and a.employee_id in (select f.employee_id from employee_department f where not f.is_primary) group by 1) as several
  join employee e on e.id = several.employee_id and e.status <> 'deleted'
  join employee_department a on a.employee_id = e.id join department d on d.id = a.department_id left join old_rows o on o.id = d.id
  cross join lateral (values (d.path, 1), (coalesce(o.path, d.path), -1)) as signed(path, sign) having count(*) > 0;
  return null;
end $$;
create trigger department_moved after update on department
  referencing old table as old_rows new table as new_rows for each statement execute function count_moved_departments();

-- Those who are there already.
insert into department_people (department_id, status, people)
select a.department_id, e.status, count(*) from employee_department a join employee e on e.id = a.employee_id where e.status <> 'deleted' group by 1, 2;
select add_overlaps(array_agg(e.id), array_agg(e.status), array_agg(d.path), array_agg(1))
from employee_department a join employee e on e.id = a.employee_id join department d on d.id = a.department_id
where e.status <> 'deleted' and a.employee_id in (select f.employee_id from employee_department f where not f.is_primary) having count(*) > 0;
analyze department_people;
