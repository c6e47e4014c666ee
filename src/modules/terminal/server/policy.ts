import type { TerminalClass } from '../common/terminal-facts.ts';

/** What holds for the terminals of the enterprise. */
export interface TerminalPolicy {
  /** Life of an access token. */
  readonly accessMinutes: number;
  /** Days without a renewal after which a session is over, and its whole life. */
  readonly refreshDays: number;
  readonly refreshWholeDays: number;
  /** Terminals of a class that a person uses at once. */
  readonly atOnce: Readonly<Record<TerminalClass, number>>;
  /** Applications that sign in here. */
  readonly appKeys: readonly string[];
  /** Whether a phone may let a terminal in that shows a code, and whether a browser of the system may. */
  readonly qrLogin: boolean;
  readonly browserLogin: boolean;
  /** Where browsers may go back to: links that the applications have registered with their systems. */
  readonly returnLinks: readonly string[];
}

const shipped: TerminalPolicy = {
  accessMinutes: 120,
  refreshDays: 30,
  refreshWholeDays: 180,
  atOnce: { phone: 1, pc: 1 },
  appKeys: ['wheelhouse'],
  qrLogin: true,
  browserLogin: true,
  returnLinks: ['wheelhouse://signed-in'],
};

/** The policy of now. The one place that is asked: what administrators set will be read here. */
export const terminalPolicy = (): TerminalPolicy => shipped;
