-- An answer can be reverted: it is withdrawn, and stays for the case that the reverting is reverted.
alter table feedback add column answers jsonb not null default '[]';
alter table feedback_reply add column withdrawn_at bigint;
create index feedback_reply_withdrawn on feedback_reply (withdrawn_at) where withdrawn_at is not null;
