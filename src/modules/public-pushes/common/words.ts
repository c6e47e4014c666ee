/** The states of a push; `awaitingApproval` waits for a second person, `finishing` for the hours of the last ones. */
export const pushStates = [
  'awaitingApproval',
  'refused',
  'scheduled',
  'freezing',
  'running',
  'paused',
  'finishing',
  'finished',
  'cancelled',
  'recalling',
  'recalled',
] as const;
/** One of them. */
export type PushState = (typeof pushStates)[number];

/** The four states of a target, by their numbers 1 to 4. */
export const targetStates = ['delivered', 'failed', 'skipped', 'withheld'] as const;
/** One of them. */
export type TargetState = (typeof targetStates)[number];
/** The number of a target's state. */
export const numberOf = (state: TargetState): number => targetStates.indexOf(state) + 1;

/** Why somebody did not get it yet. */
const withheldReasons = ['queued', 'zone', 'quietHours', 'cap', 'paused', 'serviceDown', 'retry'] as const;
/** Why somebody does not get it. */
const skippedReasons = [
  'left',
  'disabled',
  'notFollowing',
  'blocked',
  'outsideAudience',
  'duplicate',
  'readAlready',
  'cancelled',
  'recalled',
  'expired',
  'noContentInAnyLanguage',
] as const;
/** Why it could not be delivered. */
const failedReasons = ['refused', 'mailboxFull', 'tooLarge', 'timeOut', 'internal'] as const;
/** Every reason. */
export const targetReasons = [...withheldReasons, ...skippedReasons, ...failedReasons] as const;
/** One of them. */
export type TargetReason = (typeof targetReasons)[number];

/** Whom a push sends to again: what failed, what was not sent, who has not read (a reminder), who follows since, everybody. */
export const repushScopes = ['failed', 'unsent', 'unread', 'joinedSince', 'all'] as const;
/** One of them. */
export type RepushScope = (typeof repushScopes)[number];

/** Why a push stands still. */
export const pauseReasons = ['byHand', 'failures', 'serviceDown', 'accountDisabled', 'contentGone', 'audienceChanged', 'internal'] as const;
/** One of them. */
export type PauseReason = (typeof pauseReasons)[number];

/** How far a recall is for one person: ordered, gone on the server, gone on the terminal, never fetched, or not heard of by the deadline. */
export const recallStates = ['ordered', 'server', 'terminal', 'notReached', 'unreachable'] as const;
/** One of them. */
export type RecallState = (typeof recallStates)[number];

/** Whether the hour of a plan is the site's or each person's own. */
export const zoneModes = ['site', 'person'] as const;
/** What can be pushed. */
export const contentKinds = ['text', 'image', 'video', 'imageText', 'imageMessage', 'article'] as const;
/** Events of terminals about what they got. */
export const eventKinds = ['received', 'read', 'seconds', 'scrolled', 'link', 'like', 'unlike'] as const;
