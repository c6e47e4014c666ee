import type { Services } from '#kit/server/services.ts';
import type { AuthSettingTable } from './auth-setting.table.ts';
import type { Attributes } from './match-person.ts';
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
}

/** A way that sends the browser to another system and believes what that one answers. */
export interface RedirectWay {
  /** The other system sends the browser back with a form. */
  readonly posts?: true;
  /** Where to send the browser, and what the answer must fit. */
  start(services: Services, open: OpenSetting, state: string): Promise<{ address: string; kept: Record<string, string> }>;
  /** Believes an answer or throws AnswerRefused; WayFailure when the other system can't be asked. */
  finish(services: Services, open: OpenSetting, answer: { parameters: URLSearchParams; kept: Record<string, string> }): Promise<Identity>;
  /** The part of a test that needs nobody to sign in. */
  test(services: Services, open: OpenSetting, trace: Trace): Promise<void>;
}
