/** What happens to a text in which a word is found: it is refused, the word is replaced, or the text is only marked for review. */
export const wordLevels = ['block', 'replace', 'flag'] as const;
export type WordLevel = (typeof wordLevels)[number];

/** Where in a text a word is found: anywhere, as a whole word, or at the beginning of one. Han characters have no word boundaries. */
export const wordMatches = ['contains', 'wholeWord', 'startsWith'] as const;
export type WordMatch = (typeof wordMatches)[number];

/** Texts that are checked. */
export const wordPlaces = ['single', 'group', 'groupName', 'notice', 'card', 'robot', 'comment', 'feedback', 'name'] as const;
export type WordPlace = (typeof wordPlaces)[number];

/** What a reviewer decided on a hit. */
export const hitDecisions = ['open', 'confirmed', 'falseHit', 'ignored'] as const;
export type HitDecision = (typeof hitDecisions)[number];

/** Words and exceptions that a published list may hold at most. */
export const mostWords = 100_000;
export const mostExceptions = 20_000;
