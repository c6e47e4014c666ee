-- The gateway that sends codes to mobile numbers; one row.
create table sms_gateway (
  id uuid primary key,
  enabled boolean not null,
  url text not null,
  method text not null,
  headers jsonb not null,
  format text not null,
  body text not null,
  text text not null,
  sign text not null,
  template text not null,
  signing text not null,
  success_path text not null,
  success_value text not null,
  per_minute integer not null,
  -- Sealed.
  secret text,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);

-- Messages that are to leave or have left. The code is sealed under the enterprise's key, and erased when the message is over.
create table sms_outbox (
  id uuid primary key,
  number text not null,
  code text,
  state text not null check (state in ('queued', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_at bigint not null,
  -- The code is worth nothing afterwards.
  ends_at bigint not null,
  answer text,
  queued_at bigint not null,
  ended_at bigint
);
create index sms_outbox_due on sms_outbox (next_at) where state in ('queued', 'sending');
create index sms_outbox_at on sms_outbox (queued_at);
create index sms_outbox_number on sms_outbox (number, queued_at);
create index sms_outbox_key on sms_outbox (left(code, 20), id) where code is not null;
