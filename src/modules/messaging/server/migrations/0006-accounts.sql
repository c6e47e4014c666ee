-- Chats of public accounts with people: the account writes to one person, who is the only member.
alter table im_conversation drop constraint im_conversation_kind_check;
alter table im_conversation add constraint im_conversation_kind_check check (kind in ('single', 'group', 'system', 'account'));
alter table im_conversation add column account_id uuid;
create unique index im_conversation_account on im_conversation (account_id, other_id) where kind = 'account';
alter table im_message drop constraint im_message_sender_kind_check;
alter table im_message add constraint im_message_sender_kind_check check (sender_kind in ('employee', 'robot', 'system', 'account'));
