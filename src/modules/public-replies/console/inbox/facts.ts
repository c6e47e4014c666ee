import { messageKinds, type UserMessageKind } from '../../common/inbox/words.ts';

/** Milliseconds between two looks for what is new. */
export const lookEvery = 5_000;
/** Colours of the states of conversations. */
export const stateColours = { open: 'gold', answered: 'green', closed: 'default', autoAnswered: 'blue' } as const;
/** A kind of message, as it is called. */
export const kindOf = (kind: string): UserMessageKind => messageKinds.find((one) => one === kind) ?? 'text';
