import { sql, type RawBuilder } from 'kysely';

/** SQL condition: the save `r` of the configuration `c` counts now: its draft, its trial, what is shown and what will be. */
export const isLive = (now: number): RawBuilder<boolean> => sql<boolean>`(r.config_id = c.id and (r.no = c.draft_no
  or (r.release_type = 2 and r.no = (select max(n.no) from page_release n where n.config_id = c.id and n.release_type in (1, 2)))
  or (r.release_type = 1 and r.withdrawn_at is null and r.release_at >= coalesce((select max(s.release_at) from page_release s
    where s.config_id = c.id and s.release_type = 1 and s.withdrawn_at is null and s.release_at <= ${now}), 0))))`;
