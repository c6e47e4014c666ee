import type { Language, LocalDraft } from '#kit/common/language.ts';
import type { Membership } from '#kit/server/audience/audience.ts';
import type { AnswerDraft, Candidate, FilledSlot } from '../../common/decision.ts';
import type { MikaSetting } from '../../common/setting.contract.ts';
import type { BookScene } from '../engine/book.ts';
import type { Engine } from '../engine/engine.ts';
import type { Filled, Finder, Option } from './slots.ts';

/** A scene as a session carries it: the version in which it began holds until its step ends. */
export type TalkScene = Omit<BookScene, 'phrases' | 'negatives' | 'audience'>;

/** Where a session stands. */
export interface Talk {
  readonly state: 'asking' | 'choosing' | 'filling' | 'confirming';
  readonly scene: TalkScene | null;
  /** The sentence that began it. */
  readonly text: string;
  readonly slots: Readonly<Record<string, Filled>>;
  /** Slots in the order in which they were asked for; the last one is asked for now. */
  readonly asked: readonly string[];
  readonly tries: number;
  /** What may be chosen. */
  readonly options: readonly Option[];
}

/** Nothing was said yet. */
export const freshTalk: Talk = { state: 'asking', scene: null, text: '', slots: {}, asked: [], tries: 0, options: [] };

/** Who talks. */
export interface TalkPerson {
  readonly uid: string;
  readonly account: string;
  readonly name: string;
  readonly departmentId: string;
  readonly departmentName: string;
  readonly membership: Membership;
  readonly mayWrite: boolean;
}

/** An interface as a scene needs to know it. */
export interface InterfaceFacts {
  readonly path: string;
  readonly isWrite: boolean;
  /** Whether modules of the product may call it. */
  readonly isOpen: boolean;
}

/** Context in which a turn is taken: the same for terminals and for tests. */
export interface TalkMeans {
  readonly engine: Engine;
  readonly setting: MikaSetting;
  readonly person: TalkPerson;
  readonly language: Language;
  readonly now: number;
  readonly wall: number;
  readonly zone: string;
  readonly finder: Finder;
  interfaceOf(id: string): Promise<InterfaceFacts | undefined>;
  /** A text of the catalogue in the person's language. */
  words(key: string, params?: Record<string, unknown>): string;
}

/** What somebody said: a text, or one of the options. */
export type Said = { readonly text: string } | { readonly option: string };

/** An interface that is to be called before there is an answer. */
export interface WantedCall {
  readonly interfaceId: string;
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The scene, or null where it is the last resort. */
  readonly scene: TalkScene | null;
  readonly slots: Readonly<Record<string, Filled>>;
  readonly isWrite: boolean;
}

/** Why a turn was decided so, without what is known only once an interface has answered. */
export interface Why {
  readonly step: number;
  readonly scene: { readonly id: string; readonly name: LocalDraft } | null;
  readonly score: number | null;
  readonly candidates: readonly Candidate[];
  readonly slots: readonly FilledSlot[];
}

/** What a turn comes to. */
export interface Turned {
  readonly talk: Talk;
  readonly why: Why;
  readonly does:
    | { readonly answer: AnswerDraft }
    | { readonly call: WantedCall }
    | { readonly handover: TalkScene; readonly answer: AnswerDraft; readonly isOpen: boolean };
  /** Nothing was found: the sentence is kept for administrators. */
  readonly missed: boolean;
  /** Set where the session is over for what was asked. */
  readonly done: 'answered' | 'done' | 'givenUp' | null;
}
