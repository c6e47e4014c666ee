import type { Services } from '#kit/server/services.ts';
import type { AuthSettingTable } from './auth-setting/auth-setting.table.ts';
import type { Attributes } from './match-person.ts';
import type { Link } from './sign-out/link.ts';
import type { Trace } from './trace.ts';

/** A setting with its secret open. */
export interface OpenSetting {
  setting: Pick<AuthSettingTable, 'kind' | 'code' | 'config' | 'match' | 'assurance'>;
  secret: string | null;
  /** Where the other system sends the browser back to. */
  callback: string;
}

/** What the other system says of who signed in there. */
export interface Identity {
  attributes: Attributes;
  /** The answer proves a second factor. */
  strong: boolean;
  /** What it knows the session by, where sessions can be ended on both sides. */
  link?: Link | undefined;
}

/** Sessions that another system has ended. */
export interface Ended {
  /** Name of the message, which serves once until a moment in epoch milliseconds; null where the key itself is used up. */
  message: { id: string; until: number } | null;
  subject: string | null;
  key: string | null;
  /** Where the browser that brought the message goes with our answer. */
  answer?: (() => Promise<string>) | undefined;
}

/** A message as it came: its parameters, and the query as it was written, of which signatures are made. */
export interface SignOutMessage {
  readonly parameters: URLSearchParams;
  readonly query: string | null;
}

/** A way that sends the browser to another system and believes what that one answers. */
export interface RedirectWay {
  /** The other system sends the browser back with a form. */
  readonly posts?: true;
  /** Where to send the browser, and what the answer must fit. */
  start(services: Services, open: OpenSetting, state: string): Promise<{ address: string; kept: Record<string, string> }>;
  /** Believes an answer or throws AnswerRefused; WayFailure when the other system can't be asked. */
  finish(services: Services, open: OpenSetting, answer: { parameters: URLSearchParams; kept: Record<string, string> }): Promise<Identity>;
  /** Where the browser goes to end there what it began; undefined where that is not offered, WayFailure where the other system is away. */
  signOut?(
    services: Services,
    open: OpenSetting,
    request: { link: Link; state: string },
  ): Promise<{ address: string; kept?: Record<string, string> } | undefined>;
  /** Which sessions a message of the other system ends; AnswerRefused where it is not believed. */
  ended?(services: Services, open: OpenSetting, message: SignOutMessage): Promise<Ended>;
  /** Believes an answer to our own sign-out, or throws AnswerRefused. */
  signedOut?(services: Services, open: OpenSetting, message: SignOutMessage & { kept: Record<string, string> }): Promise<void>;
  /** The part of a test that needs nobody to sign in. */
  test(services: Services, open: OpenSetting, trace: Trace): Promise<void>;
}
