import type { Services } from '../services.ts';
import type { DemoActor } from './demo-actor.ts';
import type { DemoCalendar } from './demo-calendar.ts';
import type { CastMember } from './demo-cast.ts';

/** How large a sample company is; the same numbers give the same company. */
export interface DemoSize {
  readonly seed: number;
  /** People at the end of the history. */
  readonly people: number;
  /** Share of the visits of administrators that take place, from 0 to 1. */
  readonly pace: number;
  /** Keeps the tree to some divisions by their keys; all unless said. */
  readonly divisions?: readonly string[];
}

/** Where a sample company gets its history. */
export interface DemoStage {
  readonly size: DemoSize;
  readonly calendar: DemoCalendar;
  /** Member of the cast; signed in at the first call after a pause. */
  as(member: CastMember): Promise<DemoActor>;
  /** Lets the product do what it does by itself between two days. */
  rest(): Promise<void>;
  /** Guesses a password of this account, wrongly. */
  guess(account: string, from: { address: string; userAgent: string }): Promise<void>;
}

/** Something that an administrator did, through the same calls as in the console. */
export interface DemoAction {
  /** Epoch milliseconds; actions of the same moment keep their order. */
  readonly at: number;
  readonly what: (stage: DemoStage) => Promise<void>;
}

/** Part of a module in the history of the sample company; loaded only where one is made. */
export interface DemoPart {
  actions?(stage: Pick<DemoStage, 'size' | 'calendar'>): readonly DemoAction[];
  /** What the product does by itself once a day, and in this play, where a day lasts for a moment, would mostly miss. */
  night?(services: Services): Promise<void>;
}
