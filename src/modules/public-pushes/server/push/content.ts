import type { Language } from '#kit/common/language.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import {
  assertContent,
  freezeContent,
  shownContent,
  type FrozenContent,
  type ShownContent,
} from '#modules/public-content/server/public.ts';
import type { z } from 'zod';
import type { pushContent } from '../../common/push.contract.ts';
import type { Push } from './push-record.ts';

/** What is pushed. */
export type ContentRef = z.output<typeof pushContent>;

/** Refuses content that the account does not have, or that can't be sent (15032). */
export const assertUsable = (db: Db, snoId: string, ref: ContentRef): Promise<void> => assertContent(db, snoId, [ref]);

/** A copy of content that never changes. */
export const freeze = (tx: Tx, snoId: string, ref: ContentRef): Promise<FrozenContent> => freezeContent(tx, snoId, ref);

/** Languages in which frozen content says something. */
export const languagesOf = (frozen: FrozenContent): Language[] =>
  Object.entries(frozen.titles).flatMap(([language, title]) => (title ? [language as Language] : []));

/** The language in which somebody sees content: their own, else the first one of the product; undefined where it says nothing in either. */
export const languageFor = (languages: readonly Language[], own: Language): Language | undefined =>
  languages.includes(own) ? own : languages.includes('zh_CN') ? 'zh_CN' : languages[0];

const remembered = new Map<string, Promise<ShownContent>>();
const mostRemembered = 500;

/** What terminals show of a push in a language; made once and remembered, because it never changes. */
export async function shownOf(db: Db, push: Pick<Push, 'root_id' | 'sha256' | 'frozen'>, language: Language): Promise<ShownContent> {
  const key = `${push.root_id} ${push.sha256} ${language}`;
  const known = remembered.get(key);
  if (known) return known;
  const [oldest] = remembered.size >= mostRemembered ? remembered.keys() : [];
  if (oldest !== undefined) remembered.delete(oldest);
  const made = shownContent(db, push.frozen as FrozenContent, language);
  remembered.set(key, made);
  made.catch(() => remembered.delete(key));
  return made;
}

export type { FrozenContent, ShownContent };
