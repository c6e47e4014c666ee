-- Of requests signed with a key: each passes once, on whatever node.
create table gateway_nonce (
  hash bytea primary key,
  until bigint not null
);

create table gateway_token (
  hash bytea primary key,
  key_id uuid not null references access_key (id) on delete cascade,
  system_id uuid not null,
  until bigint not null
);

create table gateway_quota (
  caller_id text not null,
  day date not null,
  count integer not null,
  primary key (caller_id, day)
);

-- Key pairs that sign who a call is for; the newest signs, older ones are still published.
create table gateway_identity_key (
  id uuid primary key,
  created_at bigint not null,
  public_jwk jsonb not null,
  private_jwk text not null
);
