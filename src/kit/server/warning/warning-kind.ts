import type { LocalText } from '#kit/common/language.ts';
import type { FactShape, WarningDigest, WarningFacts, WarningSeverity } from '#kit/common/warning/warning-facts.ts';

/** How a fact is written for people: in a shape, or in words for what is kept as one of a few codes. */
export interface FactForm {
  readonly as?: FactShape | undefined;
  readonly words?: Readonly<Record<string, LocalText>> | undefined;
}

/** A number of a kind's condition that administrators may change: from what share, after how many minutes. */
export interface WarningParameter {
  readonly label: LocalText;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

/** Something that may go wrong, as the module declares it that notices it. */
export interface WarningKind {
  /** Fixed name such as `job.failed`. */
  readonly kind: string;
  /** What it is called among the rules: `A job failed`. */
  readonly title: LocalText;
  /** What happened, with `{name}` of the object and its facts: `Job {name} failed: {reason}`. */
  readonly sentence: LocalText;
  /** Severity where the raiser gives none and the rule sets none. */
  readonly severity: WarningSeverity;
  /** A moment and no lasting condition: nobody clears it, it is over `clearMinutes` after it was raised last. */
  readonly moment?: boolean;
  /** Minutes that it must hold before anybody is told; 0 unless said. */
  readonly forMinutes?: number;
  /** Minutes that it must be over before it counts as solved; 5 unless said, a day for a moment. */
  readonly clearMinutes?: number;
  /** Hours after which who was told is told again; 24 unless said. */
  readonly repeatHours?: number;
  readonly digest?: WarningDigest;
  /** Numbers of its condition; whoever looks at the condition asks `parameters` for them. */
  readonly parameters?: Readonly<Record<string, WarningParameter>>;
  /** Facts that people are shown, in their order. */
  readonly facts?: Readonly<Record<string, { readonly label: LocalText } & FactForm>>;
  /** Address of the console's page where it is repaired. */
  link?(object: { readonly id: string; readonly facts: WarningFacts }): string;
  /** Kinds that are its cause on the same object: while one of them is open, nobody is told of this one. */
  readonly follows?: readonly string[];
  /** The notice person who alone is told, by the ways other than mail: it is a message to them, and nobody else is told in their place. */
  onlyTo?(facts: WarningFacts): string;
  /** Nobody is told until somebody switches its rule on. */
  readonly off?: true;
  /** Channels that can't carry it because they are what fails: `['mail']`. */
  readonly notBy?: readonly string[];
}

/** A kind with the module that declares it. */
export interface KnownWarningKind extends WarningKind {
  readonly module: string;
}

/** One label in the three languages. */
export const local = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });
