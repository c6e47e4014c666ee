import type { Platform } from '#kit/common/client/platforms.ts';
import type { Conditions } from '../../common/rule-fields.ts';
import type { deviceForms, deviceOwnerships, FileAction, FileType, StepName, VerdictWord } from '../../common/words.ts';
import type { Person } from './book.ts';

/** What an archive holds. */
export interface FactInside {
  readonly types: readonly FileType[];
  readonly extensions: readonly string[];
}

/** A file as decisions look at it. */
export interface FactFile {
  /** Null for a file that is about to be made. */
  readonly id: string | null;
  readonly name: string;
  readonly type: FileType;
  readonly size: number;
  readonly level: 0 | 1 | 2 | 3;
  readonly held: boolean;
  /** Whether the person may reach it at all; null where that is not asked (a made-up file). */
  readonly reached: boolean | null;
  /** Of an archive: what it holds; the strictest counts. */
  readonly inside?: FactInside | undefined;
}

/** The device as far as it is known. */
export interface FactDevice {
  readonly id: string | null;
  readonly name: string;
  /** It may be used: neither locked, blocked nor erased. */
  readonly usable: boolean;
  readonly state: string;
  readonly ownership: (typeof deviceOwnerships)[number];
  readonly formFactor: (typeof deviceForms)[number];
  readonly compliant: boolean;
  readonly bound: boolean;
  readonly hardwareKey: boolean;
}

/** Everything that a decision looks at. */
export interface Facts {
  readonly person: Person;
  readonly action: FileAction;
  readonly platform: Platform;
  /** As the server saw it; null where it is not known. */
  readonly address: string | null;
  readonly at: number;
  readonly file: FactFile;
  readonly device: FactDevice | null;
  readonly recipients: readonly Person[];
  readonly external: boolean;
  /** What the limits of the enterprise say of the place; null where they are not asked. */
  readonly limit: { readonly allowed: boolean; readonly id: string | null; readonly name: string } | null;
}

/** What decided. */
export interface By {
  readonly id: string | null;
  readonly name: string;
}

/** A step that was taken, as it is written down: `key` names its sentence, with what fills it. */
export interface Step {
  readonly step: StepName;
  readonly result: 'passed' | 'skipped' | 'allowed' | 'conditions' | 'blocked';
  readonly by: By | null;
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A decision with its way. */
export interface Decision {
  readonly verdict: VerdictWord;
  readonly step: StepName;
  readonly rule: By | null;
  readonly conditions: Conditions;
  readonly steps: readonly Step[];
  readonly observed: readonly By[];
  readonly later: readonly (By & { readonly mode: 'observe' | 'enforce' })[];
  /** The text that the rule tells the person, where it has one. */
  readonly message: Readonly<Record<string, string | undefined>> | null;
}
