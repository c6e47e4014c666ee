-- Sign-ins that a phone lets in: shown, scanned, confirmed or rejected, within two minutes, once.
create table terminal_qr (
  code_hash bytea primary key,
  -- Shown beside the code, and entered at the phone: who looks at both screens confirms the right one.
  number text not null,
  state text not null default 'waiting' check (state in ('waiting', 'scanned', 'confirmed', 'rejected')),
  platform int not null,
  install_id text not null,
  key_thumbprint text not null,
  address text not null,
  -- Who scanned it, and how that phone's session came about.
  employee_id uuid,
  way text,
  factor text,
  until bigint not null
);
create index terminal_qr_until on terminal_qr (until);

-- Enrolment codes by which somebody signed in; each serves once.
create table terminal_enrol_code (
  code_hash bytea primary key,
  used_at bigint not null
);
