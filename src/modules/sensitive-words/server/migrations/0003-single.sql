alter table sensitive_word add column single boolean not null default false;
-- Words of one character that are there were meant.
update sensitive_word set single = true where char_length(plain) = 1;
