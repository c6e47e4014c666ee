-- "Everyone" stands behind all other rules, also where they are listed by their places.
update bind_rule set priority = coalesce((select max(priority) from bind_rule where not built_in), 0) + 1 where built_in;
