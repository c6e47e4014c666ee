-- When an answer reached the chat of its person, or was refused for good; null while that is still to come.
alter table user_message add column delivered_at bigint;
update user_message set delivered_at = at where direction = 'out';
create index user_message_waiting on user_message (at) where direction = 'out' and delivered_at is null;
