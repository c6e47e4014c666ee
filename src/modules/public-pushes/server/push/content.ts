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
import type { pushContent } from '../../common/push.schema.ts';
import type { Push } from './push-record.ts';

/** What is pushed. */
export type ContentRef = z.output<typeof pushContent>;

/** Refuses content that the account does not have, or that can't be sent (15032). */
export const assertUsable = (db: Db, snoId: string, ref: ContentRef): Promise<void> => assertContent(db, snoId, [ref]);

/** A copy of content that never changes. */
export const freeze = (tx: Tx, snoId: string, { kind, id }: ContentRef): Promise<FrozenContent> =>
  // Always in one order: the hash is over the text of it, and what a preview kept came back in another.
  freezeContent(tx, snoId, { kind, id });

/** Languages in which frozen content says something. */
export const languagesOf = (frozen: FrozenContent): Language[] =>
  Object.entries(frozen.titles).flatMap(([language, title]) => (title ? [language as Language] : []));

/** The language in which somebody sees content: their own, else the first one of the product; undefined where it says nothing in either. */
export const languageFor = (languages: readonly Language[], own: Language): Language | undefined =>
  languages.includes(own) ? own : languages.includes('zh_CN') ? 'zh_CN' : languages[0];

const remembered = new Map<string, { readonly at: number; readonly shown: Promise<ShownContent> }>();
const mostRemembered = 500;
/** Frozen content never changes, but for a correction, which is seen everywhere so soon. */
const trustMillis = 5_000;

/** What terminals show of a push in a language, remembered for a moment: after a push everybody asks for the same. */
export async function shownOf(db: Db, push: Pick<Push, 'root_id' | 'sha256' | 'frozen'>, language: Language): Promise<ShownContent> {
  const key = `${push.root_id} ${push.sha256} ${language}`;
  const known = remembered.get(key);
  if (known && performance.now() - known.at < trustMillis) return known.shown;
  remembered.delete(key);
  const [oldest] = remembered.size >= mostRemembered ? remembered.keys() : [];
  if (oldest !== undefined) remembered.delete(oldest);
  const shown = shownContent(db, push.frozen as FrozenContent, language);
  remembered.set(key, { at: performance.now(), shown });
  shown.catch(() => remembered.delete(key));
  return shown;
}

export type { FrozenContent, ShownContent };
