-- Places of adverts count within an app and a kind: what was counted over all of them is numbered again, in the order that it had.
update advert as a set priority = numbered.place
from (select id, row_number() over (partition by app_id, kind order by priority, id) as place from advert) as numbered
where numbered.id = a.id and a.priority <> numbered.place;
