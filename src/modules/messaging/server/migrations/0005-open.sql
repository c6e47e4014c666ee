-- What other systems sent by the open functions, under their own ids: so that a repeated wish is answered, and they recall and ask only of their own.
create table im_open_send (
  id uuid primary key,
  system_id uuid not null,
  out_id text not null,
  at bigint not null,
  unique (system_id, out_id)
);
create table im_open_message (
  send_id uuid not null references im_open_send (id) on delete cascade,
  message_id uuid not null,
  conversation_id uuid not null,
  seq bigint not null,
  -- To whom: somebody, or a group.
  employee_id uuid,
  group_id uuid,
  primary key (send_id, message_id)
);

-- One text that somebody sent to many.
create table im_broadcast (
  sender_id uuid not null,
  client_id uuid not null,
  at bigint not null,
  primary key (sender_id, client_id)
);
