-- The last message of a conversation that somebody took out of their list: it comes back with the next one.
alter table im_member add column hidden_seq bigint;
