-- Mail that is to leave: written in the transaction of what it tells of, taken from here by the sender.
create table mail_outbox (
  id uuid not null,
  queued_at bigint not null,
  template text not null,
  address text not null,
  name text,
  language text not null,
  -- What fills the template, sealed; erased after some days.
  content text,
  state text not null check (state in ('queued', 'sending', 'deferred', 'sent', 'failed', 'suppressed', 'cancelled')),
  attempts int not null default 0,
  next_at bigint not null,
  -- While it is being sent: nobody else takes it before (clock of the database).
  lease_until bigint,
  -- Place in the list of servers of the one that answered last.
  server_index int,
  -- Our word for why it was not sent, and the server's answer without anything secret.
  failure text,
  answer_code int,
  answer text,
  -- The steps of the last try.
  dialogue jsonb,
  message_id text,
  sent_at bigint,
  ended_at bigint,
  primary key (queued_at, id)
) partition by range (queued_at);

create table mail_outbox_rest partition of mail_outbox default;
create index mail_outbox_by_id on mail_outbox (id);
create index mail_outbox_waiting on mail_outbox (next_at) where state in ('queued', 'deferred');
create index mail_outbox_sending on mail_outbox (lease_until) where state = 'sending';
create index mail_outbox_by_state on mail_outbox (state, queued_at, id);
create index mail_outbox_by_template on mail_outbox (template, queued_at, id);
create index mail_outbox_by_address on mail_outbox (address, queued_at, id);
create index mail_outbox_by_end on mail_outbox (ended_at) where ended_at is not null;

-- What was queued lately: the same key is not queued again before its end.
create table mail_dedupe (
  key text primary key,
  until bigint not null
);
create index mail_dedupe_by_end on mail_dedupe (until);
