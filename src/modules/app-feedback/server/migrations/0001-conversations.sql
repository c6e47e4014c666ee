-- Feedback in full. The tables were made with those of apps; times are epoch milliseconds.
alter table feedback add column subject text not null default '';
alter table feedback add column version_name text not null default '';
alter table feedback add column network text not null default '';
alter table feedback add column page text not null default '';
alter table feedback add column contact text not null default '';
-- Answers of administrators.
alter table feedback add column replies int not null default 0;
create index feedback_employee on feedback (employee_id, created_at desc);
create index feedback_device on feedback (device_id, created_at desc);

-- Feedback that was deleted comes back with its conversation: it stays until the deletion is final.
alter table feedback_reply drop constraint feedback_reply_feedback_id_fkey;
create index feedback_reply_at on feedback_reply (at);

-- Files of a conversation; they stay as long as it does.
create table feedback_file (
  file_id uuid primary key,
  feedback_id uuid not null
);
create index feedback_file_of on feedback_file (feedback_id);
