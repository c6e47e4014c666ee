-- What the operation log shows and is filtered by beside what was written so far. `form` says how a row is hashed for its seal: rows of
-- form 1 were sealed without the columns below and keep verifying as they are.
alter table audit_log
  add column form smallint not null default 1,
  add column session_id text,
  -- administrator, job, system, or visitor: somebody without a session.
  add column actor_kind text,
  -- Departments of who acted and of the first object, at that time.
  add column actor_paths ltree[],
  add column object_path ltree,
  add column dangerous boolean;

-- Each filter of the log reads its rows in the order of time from an index of its own, at any depth.
create index audit_log_by_operation on audit_log (operation, at, id);
create index audit_log_by_module on audit_log (module, at, id);
create index audit_log_by_kind on audit_log (object_kind, at, id) where object_kind is not null;
create index audit_log_by_address on audit_log (address, at, id);
create index audit_log_by_request on audit_log (request_id);
create index audit_log_by_batch on audit_log (batch_id) where batch_id is not null;
create index audit_log_by_session on audit_log (session_id, at, id) where session_id is not null;
create index audit_log_by_object_name on audit_log using gin (object_name gin_trgm_ops) where object_name is not null;
create index audit_log_refused on audit_log (at, id) where code <> 0;
create index audit_log_dangerous on audit_log (at, id) where dangerous;
