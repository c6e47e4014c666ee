import { sql } from 'kysely';
import type { AppSignIn } from '#kit/server/client/app-sign-in.ts';
import type { Db } from '#kit/server/directory.ts';

/** What administrators set for the terminals of the enterprise. */
export interface TerminalPolicy {
  /** Life of an access token. */
  readonly accessMinutes: number;
  /** Days without a renewal after which a session is over, and its whole life. */
  readonly refreshDays: number;
  readonly refreshWholeDays: number;
  /** Whether a phone may let a terminal in that shows a code, and whether a browser of the system may. */
  readonly qrLogin: boolean;
  readonly browserLogin: boolean;
}

/** What the product itself holds. */
export const fixedPolicy: {
  /** Applications that sign in here beside those that administrators keep. */
  readonly appKeys: readonly string[];
  /** Where browsers may go back to: links that the applications have registered with their systems. */
  readonly returnLinks: readonly string[];
  /** What holds for an application that says nothing. */
  readonly signIn: AppSignIn;
} = {
  appKeys: ['wheelhouse'],
  returnLinks: ['wheelhouse://signed-in'],
  signIn: { atOnce: { phone: 1, tablet: 1, pc: 1 }, bindDevice: 'off' },
};

/** The policy of now; read where a session begins or is renewed. */
export async function terminalPolicy(db: Db): Promise<TerminalPolicy> {
  const { rows } = await sql<TerminalPolicy>`select access_minutes as "accessMinutes", refresh_days as "refreshDays",
    refresh_whole_days as "refreshWholeDays", qr_login as "qrLogin", browser_login as "browserLogin" from terminal_policy`.execute(db);
  return rows[0]!;
}
