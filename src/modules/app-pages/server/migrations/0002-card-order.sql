-- Platform cards stand in an order of their own; those that are there, in the order in which they were made.
alter table platform_card add column priority integer not null default 1;
update platform_card set priority = made.place
  from (select id, row_number() over (order by created_at, id) as place from platform_card) as made where made.id = platform_card.id;
