-- Everybody at or below a department is read from indexes alone: by the primary department, and beside them who is in several.
drop index employee_primary;
create index employee_primary on employee (primary_department_id, status, id);
drop index employee_several;
create index employee_several on employee (id) include (primary_department_id, status) where several;
