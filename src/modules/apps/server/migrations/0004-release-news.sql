-- Decisions about what terminals are offered, counted. Times are epoch milliseconds.
create table release_change (
  id bigint generated always as identity primary key,
  at bigint not null
);
