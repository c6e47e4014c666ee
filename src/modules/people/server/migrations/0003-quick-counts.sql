-- The plans of a trigger's statements are made once a connection, mostly while the tables are small, and kept: joined freely, every piece
-- of a large import would read the whole table of people. `offset 0` keeps the lookups by key, whatever was known when the plan was made.
create or replace function count_added_assignments() returns trigger language plpgsql as $$
declare
  -- New people are mostly in one department: there is nothing to overlap.
  several uuid[] := array(select n.employee_id from new_rows n group by 1 having count(*) > 1
    union select n.employee_id from new_rows n
      cross join lateral (select from employee_department a where a.employee_id = n.employee_id and a.department_id <> n.department_id limit 1) as other);
begin
  insert into department_people (department_id, status, people)
  select a.department_id, e.status, count(*) from new_rows a
  cross join lateral (select p.status from employee p where p.id = a.employee_id and p.status <> 'deleted' offset 0) as e group by 1, 2;
  if cardinality(several) > 0 then
    perform hold_paths();
    perform add_overlaps(array_agg(e.id), array_agg(e.status), array_agg(a.path), array_agg(sign)) from unnest(several) as touched(id)
    cross join lateral (select p.id, p.status from employee p where p.id = touched.id and p.status <> 'deleted' offset 0) as e
    cross join lateral (select ed.employee_id, ed.department_id, d.path from employee_department ed join department d on d.id = ed.department_id
      where ed.employee_id = touched.id offset 0) as a
    left join new_rows n on n.employee_id = a.employee_id and n.department_id = a.department_id
    cross join lateral (select 1 as sign union all select -1 where n.employee_id is null) as signed having count(*) > 0;
  end if;
  -- Seldom enough to cost nothing, often enough that a department keeps a handful of rows.
  if random() < 0.06 then perform fold_department_people(array(select distinct department_id from new_rows)); end if;
  return null;
end $$;
