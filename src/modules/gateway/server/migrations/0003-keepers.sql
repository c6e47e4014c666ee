-- Processes that decide which requests were already used; one that is alone need not ask.
create unlogged table gateway_keeper (
  id uuid primary key,
  seen_at timestamptz not null
);
