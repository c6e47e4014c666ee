import { pick } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { openGroupChat, postIn, systemSender, type MessageChange } from '#modules/messaging/server/public.ts';
import type { GroupFacts } from './members.ts';

/** So many names stand in a greeting. */
const mostNames = 5;

/** Lets the helpers of a group greet who came in, as its type says. */
export async function greet(
  tx: Tx,
  { services }: { services: Pick<CoreServices, 'directory' | 'secrets' | 'now'> },
  group: GroupFacts,
  uids: readonly string[],
): Promise<MessageChange[]> {
  const active = group.helpers.filter(({ helper, mode }) => mode === 'always' && group.given.includes(helper));
  if (active.length === 0 || uids.length === 0) return [];
  const conversationId = await openGroupChat(tx, group.id);
  const people = await services.directory.people(tx, uids.slice(0, mostNames));
  const name = [...people.values()].map((person) => person.name).join('、');
  const news: MessageChange[] = [];
  for (const { helper, text } of active) {
    if (helper === 'notice' && group.notice === '') continue;
    const said = (words: string): string => words.replaceAll('{name}', name).replaceAll('{notice}', group.notice);
    const texts = Object.fromEntries(Object.entries(text).map(([language, words]) => [language, said(words)]));
    const body = { text: said(pick(text, 'zh_CN')), texts, helper };
    const { seq } = await postIn(tx, services, { conversationId, sender: { ...systemSender, kind: 'robot' }, kind: 'notice', body });
    news.push({ what: 'message', conversation: conversationId, seq });
  }
  return news;
}
