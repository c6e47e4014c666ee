import type { Language } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { ContentRef } from '#modules/public-content/common/content-ref.ts';
import { freezeContent, shownContent } from '#modules/public-content/server/public.ts';
import type { Outgoing } from './deliver.ts';
import { storeAnswer, type Answer } from './store.ts';

/** What an account says: words of its own, or content. */
export type Said = { readonly text: string } | { readonly content: ContentRef };

/** Keeps an answer in the conversation; what it says is frozen, so that it reads the same for ever. `deliverKept` brings it to the person. */
export async function keepAnswer(
  tx: Tx,
  said: Said,
  { language, ...to }: Omit<Answer, 'kind' | 'body'> & { readonly language: Language },
): Promise<Outgoing> {
  const kind = 'text' in said ? 'text' : 'content';
  const body = 'text' in said ? { text: said.text } : await contentBody(tx, { snoId: to.snoId, content: said.content, language });
  const { id } = await storeAnswer(tx, { ...to, kind, body });
  return { id, snoId: to.snoId, employeeId: to.employeeId, kind, body };
}

/** What is kept for content: a card, and a copy that never changes. */
async function contentBody(
  tx: Tx,
  { snoId, content, language }: { snoId: string; content: ContentRef; language: Language },
): Promise<Record<string, unknown>> {
  const frozen = await freezeContent(tx, snoId, content);
  const shown = await shownContent(tx, frozen, language);
  const [first] = shown.parts;
  const card = { content: content.kind, ref: content, title: shown.title, text: first?.digest ?? '', parts: shown.parts.length };
  return { ...card, ...(first?.fileIds[0] !== undefined && { cover: first.fileIds[0] }), frozen };
}
