-- What was masked in request and answer of a call, sealed; kept at most seven days.
create table call_sealed (
  id uuid primary key,
  at bigint not null,
  interface_id uuid not null,
  sealed text not null
);
create index call_sealed_by_time on call_sealed (at);
