-- Steps of which owners got their mail: each once, also on several nodes and after a restart. Rows of what ended long ago go.
create table radar_owner_mail (
  item_id uuid not null,
  owner_id uuid not null,
  -- Day of the end (UTC, days since 1970): another end begins anew.
  due_day int not null,
  -- Days of reminding that were reached; 0 when it was over.
  step int not null,
  at bigint not null,
  primary key (item_id, owner_id, due_day, step)
);
create index radar_owner_mail_due on radar_owner_mail (due_day);
