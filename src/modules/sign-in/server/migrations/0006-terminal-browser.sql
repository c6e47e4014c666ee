-- Sign-ins of terminals through a browser of their system: what the terminal begins, the browser brings back, and the terminal ends with the
-- secret of its challenge (RFC 7636). Only hashes are kept of what opens something.
create table sign_in_browser (
  id uuid primary key,
  setting_id uuid not null references auth_setting (id) on delete cascade,
  word_hash bytea not null unique,
  state_hash bytea not null unique,
  -- As the terminal gets it back at its return link; it opens nothing without code and secret.
  state text not null,
  challenge text not null,
  return_link text not null,
  key_thumbprint text not null,
  code_hash bytea,
  uid uuid,
  strong boolean not null default false,
  expires_at bigint not null
);
create index sign_in_browser_by_expiry on sign_in_browser (expires_at);
