-- Finds a second record of one person: asked for each request that somebody decides.
create index employee_same_person on employee (birthday, lower(name)) where birthday is not null;
