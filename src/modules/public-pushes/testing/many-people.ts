/** SQL that makes copies of a person, so many as $2, in the same department: accounts `name-1`, `name-2`, and so on. */
export const manyPeople = (columns: readonly string[]): string => `with copies as (
    insert into employee (${columns.join(', ')}) select ${columns.map((name) => `copy.${name}`).join(', ')}
    from employee e, generate_series(1, $2::int) as n, jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
      'account', e.account || '-' || n, 'account_key', e.account_key || '-' || n, 'employee_no', null, 'mobile', null, 'email', null,
      'email_key', null)) as copy
    where e.id = $1::uuid returning id)
  insert into employee_department (employee_id, department_id, is_primary, from_at)
  select c.id, ed.department_id, ed.is_primary, ed.from_at from copies c, employee_department ed where ed.employee_id = $1::uuid`;

/** SQL of the columns of people that can be written. */
export const peopleColumns = `select column_name as name from information_schema.columns
  where table_schema = 'public' and table_name = 'employee' and is_generated = 'NEVER'`;
