-- Receivers of the logs by syslog.
create table siem_stream (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name text not null,
  host text not null,
  port int not null,
  transport text not null,
  -- Unencrypted to another machine: somebody said so.
  allow_plain boolean not null,
  framing text not null,
  format text not null,
  kinds jsonb not null,
  min_severity int not null,
  filter jsonb not null,
  facility int not null,
  app_name text not null,
  enterprise_id bigint not null,
  bom boolean not null,
  max_bytes int not null,
  ca text,
  client_cert text,
  -- Sealed.
  client_key text,
  enabled boolean not null
);
create unique index siem_stream_name on siem_stream (lower(name));

-- How each one stands; written by the node that sends. No version: it is nobody's wish.
create table siem_state (
  stream_id uuid primary key references siem_stream on delete cascade,
  state text not null,
  error text,
  error_at bigint,
  connected_at bigint,
  sent_at bigint,
  sent bigint not null default 0,
  lag_rows bigint not null default 0,
  lag_seconds int not null default 0,
  node text,
  lease_until bigint not null default 0
);

-- How far each log was sent: the place in its chain of seals, and where it is taken up after a new connection.
create table siem_position (
  stream_id uuid not null references siem_stream on delete cascade,
  log text not null,
  sent_seq bigint not null,
  resume_seq bigint not null,
  primary key (stream_id, log)
);
