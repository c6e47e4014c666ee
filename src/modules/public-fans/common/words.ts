/** How a tag gets its fans: named one by one, by conditions, or by the product's own count. */
export const tagKinds = ['manual', 'rule', 'platform'] as const;
/** One of them. */
export type TagKind = (typeof tagKinds)[number];
/** Tags that every account has and nobody changes: who follows for at most 30 days, who has read nothing for 90 days, who has read within 30 days. */
const platformTags = ['new30', 'silent90', 'readers'] as const;
/** One of them. */
export type PlatformTag = (typeof platformTags)[number];
/** How somebody of the audience stands to the account; `none` may follow and does not. */
export const fanStates = ['following', 'left', 'blocked', 'none'] as const;
/** One of them. */
export type FanState = (typeof fanStates)[number];
/** Tags of one account, and tags given by hand to one fan. */
export const mostTags = 300;
export const mostTagsOfFan = 50;
/** People whom one call names. */
export const mostNamed = 500;

/** Comments: held for a decision, seen by readers, hidden from them, deleted. */
export const commentStates = ['waiting', 'shown', 'hidden', 'deleted'] as const;
/** One of them. */
export type CommentState = (typeof commentStates)[number];
/** Why a comment waits: each is looked at first, or a sensitive word was found in it. */
export const heldReasons = ['review', 'word'] as const;
/** What readers did in a push beside reading. */
export const reactionKinds = ['like', 'link', 'menu'] as const;
/** Comments of one person: at most one in so many milliseconds, and so many in a day. */
export const commentPace = { apartMillis: 5000, mostInDay: 50 } as const;
