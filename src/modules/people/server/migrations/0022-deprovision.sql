-- A run that reads nothing: everybody of a source goes by its policy.
alter table source_run drop constraint source_run_kind_check,
  add constraint source_run_kind_check check (kind in ('full', 'incremental', 'event', 'scim', 'deprovision'));
