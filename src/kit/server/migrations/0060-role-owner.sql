-- The department that a role belongs to, where its area has that.
alter table role add column owner_dept_id uuid;
