-- A share of all people as a condition; the number of objects becomes one condition among others. Crowds may approve.
alter table change_policy alter column at_least drop not null;
alter table change_policy add column share int check (share between 1 and 100);
alter table change_policy add column share_of text not null default 'site' check (share_of in ('site', 'range'));
alter table change_policy add column approver_crowd_ids uuid[] not null default '{}';
-- Requests are listed by what they ask for and by whom.
create index change_request_operation on change_request (operation, at);
