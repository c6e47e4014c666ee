-- What terminals read of properties changed; nodes count the rows.
create table property_change (
  id bigint generated always as identity primary key,
  at bigint not null
);
