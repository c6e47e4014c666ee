-- Processes that answer calls; those not seen for a minute are gone.
create table gateway_node (
  node text primary key,
  seen_at bigint not null,
  word text not null,
  calls_second double precision not null,
  in_flight integer not null,
  waiting integer not null,
  loop_ms double precision not null
);

-- What is left of rates that all nodes share: nodes take some calls at once. Worth nothing after a restart.
create unlogged table gateway_rate (
  key text primary key,
  calls double precision not null,
  at bigint not null
);
