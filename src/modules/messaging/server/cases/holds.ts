import { sql, type RawBuilder } from 'kysely';

/** SQL condition on `msg` and its conversation `c`: a legal hold keeps the message. */
export const heldWhere: RawBuilder<boolean> = sql`exists (select from im_hold h
  where (msg.sender_id = any(h.people) or c.one_id = any(h.people) or c.other_id = any(h.people) or c.group_id = any(h.group_ids))
    and (h.from_at is null or msg.sent_at >= h.from_at) and (h.to_at is null or msg.sent_at <= h.to_at))`;
