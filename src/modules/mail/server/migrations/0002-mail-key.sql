-- Values that are under a key, which a rotation counts and moves: `k1.`, the key's id and a dot are 20 characters.
create index mail_outbox_by_key on mail_outbox (left(content, 20), id) where content is not null;
