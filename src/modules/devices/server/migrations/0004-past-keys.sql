-- Keys that a device gave up for another one: they open nothing any more, and never become another device.
create table device_past_key (
  key_thumbprint text primary key,
  device_id uuid not null references device (id) on delete cascade,
  given_up_at bigint not null
);
create index device_past_key_device on device_past_key (device_id);
