-- Helpers that are in a group: a new group gets those that its type always gives, others are given them by a job.
create table im_group_helper (
  group_id uuid not null,
  helper text not null,
  at bigint not null,
  primary key (group_id, helper)
);
-- Until now the helpers of a type acted in all of its groups: they go on.
insert into im_group_helper (group_id, helper, at)
select g.id, h.one ->> 'helper', (extract(epoch from now()) * 1000)::bigint
from im_group g join im_group_type t on t.id = g.type_id cross join lateral jsonb_array_elements(t.helpers) as h(one)
where h.one ->> 'mode' = 'always'
on conflict do nothing;
