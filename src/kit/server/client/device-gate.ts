import type { SessionStage } from '#kit/common/client/client-facts.ts';
import type { Db } from '../directory.ts';

/** Who uses a terminal, from where: what a device is judged by. */
export interface DeviceUse {
  readonly uid: string;
  /** RFC 7638 thumbprint of the key that was proven. */
  readonly thumbprint: string;
  readonly platform: number;
  /** The application that is used on it. */
  readonly appKey: string;
  readonly address: string;
  /** Signing in by an enrolment code binds by itself. */
  readonly asked: 'signIn' | 'call';
}

/** How a device stands with a person. */
export interface DeviceStanding {
  readonly enrolled: boolean;
  /** To this very person. */
  readonly bound: boolean;
  /** Passes every check; nobody knows of one that is not enrolled. */
  readonly compliant: boolean;
}

/** Decides whether a person may use a device. One module provides it; without it every device is let in. */
export interface DeviceGate {
  /** The stage to which a session comes that nothing else keeps back: `enrol` and `pending` while the device is not bound. Refuses with the code of the rule, which names the record of what was looked at. */
  stageOf(db: Db, use: DeviceUse): Promise<Extract<SessionStage, 'enrol' | 'pending' | 'full'>>;
  /** For whom an enrolment code was made that still serves on this platform. */
  personOfCode(db: Db, of: { readonly code: string; readonly platform: number; readonly now: number }): Promise<string | undefined>;
  /** How the device with a key stands with a person: what rules of signing in ask. */
  standing(db: Db, of: Pick<DeviceUse, 'uid' | 'thumbprint'>): Promise<DeviceStanding>;
  /** How the devices with these keys are held; those that are not enrolled are not there. */
  formsOf(db: Db, thumbprints: readonly string[]): Promise<ReadonlyMap<string, 'phone' | 'tablet' | 'computer'>>;
  /** What is known of the device with a key, for the log of sign-ins; undefined while it is not enrolled. */
  describe(db: Db, thumbprint: string): Promise<{ deviceId: string; deviceModel: string; osVersion: string } | undefined>;
}
