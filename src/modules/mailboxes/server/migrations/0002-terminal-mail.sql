-- Mails that terminals sent: they wait, leave, are tried again. What they say lies sealed in the store of files until they ended.
create table mail_sending (
  id uuid primary key,
  -- Made by the terminal: the same one sends once.
  client_id uuid not null,
  employee_id uuid not null,
  account_id uuid not null references mail_account on delete cascade,
  language text not null,
  platform integer not null,
  message_id text not null,
  from_address text not null,
  sender_address text,
  recipients jsonb not null,
  -- Sealed.
  subject text not null,
  file_id uuid,
  size bigint not null,
  -- waiting, sending, saving (sent, and not yet among the sent ones), sent, failed, cancelled
  state text not null,
  attempts integer not null,
  queued_at bigint not null,
  -- When it was to leave: it is tried for a day from then on.
  due_at bigint not null,
  next_at bigint not null,
  -- Who sends it has until then; afterwards somebody else may.
  claimed_until bigint,
  draft_uid bigint,
  failure text,
  words text not null default '',
  ended_at bigint
);
create unique index mail_sending_client on mail_sending (employee_id, client_id);
create index mail_sending_due on mail_sending (next_at) where state in ('waiting', 'sending', 'saving');
create index mail_sending_hour on mail_sending (account_id, queued_at);

-- First pages and folders as they were last seen, sealed: for when a mail server is away.
create table mail_kept (
  account_id uuid not null references mail_account on delete cascade,
  -- Folder of a list; empty for the list of folders.
  folder text not null,
  content text not null,
  at bigint not null,
  primary key (account_id, folder)
);
create index mail_kept_at on mail_kept (at);

-- When the sign-in to a box was last refused: after three a person may try again only after a while.
create table mail_refusal (
  account_id uuid primary key references mail_account on delete cascade,
  at bigint not null
);

-- Who opened a box that is somebody else's, and when; nothing of what stood there.
create table mail_access (
  at bigint not null,
  id uuid not null,
  account_id uuid not null,
  address text not null,
  employee_id uuid not null,
  employee_name text not null,
  auth_id uuid,
  -- read, flag, move, delete, send, draft
  action text not null,
  platform integer not null,
  primary key (at, id)
);
create index mail_access_account on mail_access (account_id, at);
create index mail_access_employee on mail_access (employee_id, at);
