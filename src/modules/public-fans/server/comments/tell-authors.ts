import { sql } from 'kysely';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { deliverFromAccount } from '#modules/messaging/server/public.ts';

/** Comments that the account hid, and why. */
interface Hidden {
  readonly ids: readonly string[];
  readonly reason: string;
  readonly at: number;
}

/** Tells the authors of hidden comments in their chat with the account. The comments stay hidden where messages can't be sent now. */
export async function tellAuthors({ db, services }: Pick<Call, 'db' | 'services'>, { ids, reason, at }: Hidden): Promise<void> {
  const { rows } = await sql<{ id: string; snoId: string; uid: string; title: LocalDraft; text: string }>`select c.id, c.sno_id as "snoId",
      c.employee_id as uid, p.title, c.text
    from push_comment c join push p on p.id = c.push_id where c.id = any(${[...ids]}::uuid[]) and c.employee_id is not null`.execute(db);
  if (rows.length === 0) return;
  const messages = rows.map(({ id, snoId, uid, title, text }) => {
    const params = { title: pick(title, 'zh_CN'), comment: text, reason };
    const texts = services.texts.inAll('public-fans', reason === '' ? 'comment.hiddenNotice' : 'comment.hiddenBecause', params);
    return {
      key: `comment hidden ${id} ${at}`,
      accountId: snoId,
      employeeId: uid,
      kind: 'notice' as const,
      body: { text: texts.zh_CN, texts },
    };
  });
  try {
    await deliverFromAccount(services, messages);
  } catch (error) {
    services.log.warn({ err: error }, 'Authors of hidden comments could not be told');
  }
}
