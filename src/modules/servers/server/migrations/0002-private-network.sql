-- Networks of the company that this product may connect to, beside those of the environment.
create table private_network (
  id uuid primary key,
  network text not null,
  purpose text,
  version integer not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid not null
);
create unique index private_network_network on private_network (lower(network));
