import type { Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';

/** Something that an account sent to a person otherwise than in their conversation: a push. */
export interface AccountPost {
  readonly id: string;
  readonly at: number;
  /** What a card of it shows; not looked at once it is withdrawn. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly withdrawn: boolean;
}

/** Answers what an account sent to a person behind a place (moment and id), the newest first, at most `limit`. */
export type AccountPosts = (
  db: Db,
  asked: {
    readonly snoId: string;
    readonly employeeId: string;
    readonly language: Language;
    readonly place: { readonly at: number; readonly id: string } | undefined;
    readonly limit: number;
  },
) => Promise<readonly AccountPost[]>;

const known = new Set<AccountPosts>();

/** Where other areas say what they sent in the name of accounts: `accountMessages.add(fn)` when they are loaded. */
export const accountMessages = {
  add: (posts: AccountPosts): void => void known.add(posts),
};

/** What other areas sent behind a place, the newest first. */
export async function postsBehind(db: Db, asked: Parameters<AccountPosts>[1]): Promise<AccountPost[]> {
  const all = await Promise.all([...known].map((posts) => posts(db, asked)));
  return all.flat();
}
