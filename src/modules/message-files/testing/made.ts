import { randomUUID } from 'node:crypto';
import type { House } from '../../../../tests/access/house.ts';

/** A file between two people, as terminals leave it behind; answers the id of its row. */
export async function chatFile({ product }: House, [one, other]: readonly [string, string], state = 'normal'): Promise<string> {
  const { pool } = product.database;
  const [conversation, message, file] = [randomUUID(), randomUUID(), randomUUID()];
  const now = Date.now();
  const [first, second] = one < other ? [one, other] : [other, one];
  await pool.query(
    `insert into file (id, hash, name, type, size, purpose, owner, created_at) values ($1, $2, 'plan.txt', 'text/plain', 5, 'message', $3, $4)`,
    [file, file.replaceAll('-', '').repeat(2), one, now],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into im_conversation (id, kind, one_id, other_id, last_seq, last_at, created_at) values ($1, 'single', $2, $3, 1000, $4, $4)
     on conflict (one_id, other_id) where kind = 'single' do update set last_seq = im_conversation.last_seq + 1 returning id`,
    [conversation, first, second, now],
  );
  await pool.query(
    `insert into im_message (id, conversation_id, seq, client_id, wish_hash, sender_kind, sender_id, via, kind, size, file_ids, sent_at)
     select $1, c.id, c.last_seq, $1, '', 'employee', $2, 'terminal', 'file', 0, array[$3::uuid], $4 from im_conversation c where c.id = $5`,
    [message, one, file, now, rows[0]!.id],
  );
  const found = await pool.query<{ id: string }>('update im_file set state = $2 where message_id = $1 returning id', [message, state]);
  return found.rows[0]!.id;
}
