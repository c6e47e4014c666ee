import type { SignInSide } from '#kit/common/session/sign-in-facts.ts';
import type { ProvenPerson } from './enter.ts';

/** Account, password and verification of a sign-in. */
export interface Typed {
  account: string;
  password: string;
  verifyId: string;
  verifyCode: string | undefined;
  otp: string | undefined;
}

/** What becomes of who has proven to be who they are. */
export interface SignInEnd<T> {
  side: SignInSide;
  finish(proven: ProvenPerson): Promise<T>;
}
