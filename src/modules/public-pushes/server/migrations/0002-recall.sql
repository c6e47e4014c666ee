-- What is still to be taken back, and what terminals of somebody must remove.
create index push_target_recall on push_target (push_id) where recall_state = 'ordered';
create index push_target_recalled on push_target (employee_id, recall_at) where recall_state is not null;
create index push_hash on push (sha256, started_at) where sha256 <> '';
