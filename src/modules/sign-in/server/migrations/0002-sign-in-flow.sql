-- Sign-ins on their way through another system. Only hashes are kept of what opens something; each serves once.
create table sign_in_flow (
  state_hash bytea primary key,
  setting_id uuid not null references auth_setting (id) on delete cascade,
  browser_hash bytea not null,
  -- What the answer must fit: nonce, verifier, id of the request.
  kept jsonb not null,
  -- Who tries the setting out; null for a sign-in.
  tried_by uuid,
  expires_at bigint not null
);
create index sign_in_flow_by_expiry on sign_in_flow (expires_at);

create table sign_in_ticket (
  ticket_hash bytea primary key,
  setting_id uuid not null references auth_setting (id) on delete cascade,
  browser_hash bytea not null,
  uid uuid not null,
  strong boolean not null,
  expires_at bigint not null
);
create index sign_in_ticket_by_expiry on sign_in_ticket (expires_at);
