import type { Platform } from '#kit/common/client/platforms.ts';
import type { FileAction, MemberAction, SegmentAction } from '../../common/limit-words.ts';
import type { SpanSet } from '#platform/network/span-set.ts';
import type { TimeWindow } from './time-window.ts';

/** A segment limit in force, ready to be asked. */
export interface SegmentRule {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly actions: ReadonlySet<SegmentAction>;
  readonly effect: 'onlyInside' | 'denyInside';
  readonly terminals: ReadonlySet<Platform>;
  /** Null: always. */
  readonly window: TimeWindow | null;
  readonly spans: SpanSet;
}

/** Until when something holds, by id; null: without end. */
export type Until = ReadonlyMap<string, number | null>;

/** A file rule in force with whom it holds and whom it never touches. */
export interface FileRule {
  readonly id: string;
  readonly name: string;
  readonly terminalType: number;
  readonly ruleType: number;
  readonly expiresAt: number | null;
  readonly employees: Until;
  readonly departments: Until;
  readonly crowds: Until;
  readonly whiteList: Until;
}

/** Who stands on one side of a member limit. */
export interface Side {
  readonly everyone: boolean;
  readonly employees: ReadonlySet<string>;
  readonly departments: ReadonlySet<string>;
  readonly crowds: ReadonlySet<string>;
}

/** A member limit in force. */
export interface MemberRule {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly from: Side;
  readonly to: Side;
  /** People whom it never touches, on whichever side. */
  readonly exceptions: ReadonlySet<string>;
  readonly direction: 'oneWay' | 'both';
  readonly actions: ReadonlySet<MemberAction>;
  readonly effect: 'deny' | 'onlyAllow';
  readonly existing: 'keep' | 'freeze';
}

/** Everything that decides, each list in the order in which it is asked. */
export interface LimitBook {
  readonly segments: readonly SegmentRule[];
  readonly files: readonly FileRule[];
  readonly members: readonly MemberRule[];
}

/** Who somebody is to the limits: the departments they are in with all above, and the crowds that limits name. */
export interface Person {
  readonly id: string;
  readonly departments: ReadonlySet<string>;
  readonly crowds: ReadonlySet<string>;
}

/** An action with a file. `address`: as the server saw it; unknown is outside of every segment. */
export interface FileRequest {
  readonly person: Person;
  readonly action: FileAction;
  readonly platform: Platform;
  readonly address: string | null;
  readonly at: number;
}

/** Sending a message or opening a chat. */
export type MessageRequest = Omit<FileRequest, 'action'>;

/** Something that one person does with another. `existing`: in a chat that was there before. */
export interface MemberRequest {
  readonly from: Person;
  readonly to: Person;
  readonly action: MemberAction;
  readonly existing?: boolean;
}

/** What was decided, and by what. */
export interface Verdict {
  readonly allowed: boolean;
  readonly by: 'nothing' | 'self' | 'whiteList' | 'fileRule' | 'segmentLimit' | 'memberLimit';
  readonly rule: { readonly id: string; readonly name: string } | null;
  readonly priority: number | null;
  /** Of a rule that only looks on: what its segment limits would have said. */
  readonly observed?: Verdict;
}

/** Nothing stands against it. */
export const free: Verdict = { allowed: true, by: 'nothing', rule: null, priority: null };
