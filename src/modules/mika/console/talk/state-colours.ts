import type { SessionState } from '../../common/words.ts';

/** Colours of the states of sessions. */
export const stateColours: Readonly<Record<SessionState, string>> = {
  asking: 'default',
  choosing: 'processing',
  filling: 'processing',
  confirming: 'processing',
  calling: 'processing',
  answered: 'success',
  waiting: 'warning',
  takenOver: 'purple',
  ended: 'default',
};
