-- Install links have a name, perhaps a password of their own, and count what was fetched.
alter table install_link add column name text not null default '';
-- argon2id; null: the app says who may open the page.
alter table install_link add column password_hash text;
