import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { DigestPart } from '../../common/assistant/words.ts';

/** A line of the digest of somebody; null where there is nothing to say. */
export type DigestLine = (services: CoreServices, person: { readonly id: string; readonly language: Language }) => Promise<string | null>;

/** The parts of digests: modules add theirs when they start. */
export const digestPartsOf = perProduct(
  (): { add(part: DigestPart, line: DigestLine): void; get(part: DigestPart): DigestLine | undefined } => {
    const lines = new Map<DigestPart, DigestLine>([['unread', unreadLine]]);
    return { add: (part, line) => void lines.set(part, line), get: (part) => lines.get(part) };
  },
);

/** How many messages somebody has not read. */
async function unreadLine(services: CoreServices, { id, language }: Parameters<DigestLine>[1]): Promise<string | null> {
  const { rows } = await sql<{ chats: number; messages: number }>`select count(*)::int as chats,
      coalesce(sum(c.last_seq - greatest(m.read_seq, m.from_seq, m.cleared_seq)), 0)::int as messages
    from im_member m join im_conversation c on c.id = m.conversation_id
    where m.employee_id = ${id}::uuid and m.left_seq is null and not m.do_not_disturb
      and c.last_seq > greatest(m.read_seq, m.from_seq, m.cleared_seq)`.execute(services.database.db);
  const { chats, messages } = rows[0]!;
  return chats === 0 ? null : services.texts.text(language, 'robots', 'digest.unread', { chats, messages });
}
