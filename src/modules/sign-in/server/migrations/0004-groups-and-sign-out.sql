-- For whom a way is: null for everybody, else groups of people.
alter table auth_setting add column people jsonb;

-- Sessions that another system began, by what that one knows them by. Only hashes are looked for; what is sent back there is sealed.
create table sign_in_link (
  session_id uuid primary key references session (id) on delete cascade,
  setting_id uuid not null references auth_setting (id) on delete cascade,
  uid uuid not null,
  subject_hash bytea not null,
  key_hash bytea,
  kept text not null
);
create index sign_in_link_by_subject on sign_in_link (setting_id, subject_hash);
create index sign_in_link_by_key on sign_in_link (setting_id, key_hash) where key_hash is not null;
alter table sign_in_ticket add column link text;

-- Sign-outs on their way through another system: begun here, or begun there and still to be answered.
create table sign_out_flow (
  state_hash bytea primary key,
  setting_id uuid not null references auth_setting (id) on delete cascade,
  kept text not null,
  expires_at bigint not null
);
create index sign_out_flow_by_expiry on sign_out_flow (expires_at);

-- Messages that ended sessions: each serves once.
create table sign_out_seen (
  setting_id uuid not null references auth_setting (id) on delete cascade,
  message_hash bytea not null,
  expires_at bigint not null,
  primary key (setting_id, message_hash)
);

-- What this installation signs with and what is encrypted for it, towards SAML providers. The private keys are sealed.
create table saml_key (
  use text primary key check (use in ('signing', 'encryption')),
  private_key text not null,
  certificate text not null,
  created_at bigint not null
);
