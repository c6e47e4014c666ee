import type { LocalDraft } from '#kit/common/language.ts';
import type { PersonFact } from './condition.ts';
import type { FormAction, FormOption, FormValue } from './version.ts';

/** Values of an item by paths: `{ applicant: { name: … } }`. */
export type FormData = Readonly<Record<string, FormValue>>;
/** What a person has entered, by codes of fields. */
export type FormInput = Readonly<Record<string, FormValue>>;

/** What a form is evaluated with. */
export interface FormContext {
  /** Data of the item, as its system pushed them. */
  readonly data: FormData;
  /** What the person has entered, by codes of fields; it goes before the data where the field may be written. */
  readonly input?: FormInput;
  /** Code of the stage; the first one where it is not named or unknown. */
  readonly stage?: string | undefined;
  readonly person: Readonly<Partial<Record<PersonFact, string>>>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Minutes of the person's zone before UTC, as `today()` needs it: -480 for Shanghai. 0 unless said. */
  readonly zone?: number;
  /** Choices of fields that get them from an interface, by code. */
  readonly choices?: Readonly<Record<string, readonly FormOption[]>>;
}

/** What is wrong with a value: a text of the catalogue (`form.issue.<key>`), or the words of the rule that refuses. */
export interface FormIssue {
  /** Code of the field, `lines.2.amount` within a table, or `` for the form as a whole. */
  readonly path: string;
  readonly key: FormIssueKey;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Words of a rule. */
  readonly text?: LocalDraft;
}

/** Reasons why a value does not fit. */
export type FormIssueKey =
  | 'required'
  | 'type'
  | 'tooShort'
  | 'tooLong'
  | 'tooSmall'
  | 'tooLarge'
  | 'decimals'
  | 'pattern'
  | 'option'
  | 'tooMany'
  | 'tooFew'
  | 'readOnly'
  | 'refused'
  | 'rule';

/** A field as it stands now. */
export interface FieldState {
  readonly visible: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly value: FormValue;
  /** Choices that are offered; empty where the field has none. */
  readonly options: readonly FormOption[];
  readonly issues: readonly FormIssue[];
}

/** A form as it stands now. */
export interface FormState {
  /** Code of the stage; empty where the version has none. */
  readonly stage: string;
  readonly fields: Readonly<Record<string, FieldState>>;
  /** Actions that are offered in this stage. */
  readonly actions: readonly FormAction[];
  /** Words of rules that warn. */
  readonly warnings: readonly FormIssue[];
  /** Words of rules that refuse: the form is not sent while there are any. */
  readonly refusals: readonly FormIssue[];
}

/** Input that is taken, or why it is not. */
export interface AcceptedInput {
  /** What is sent to the system, by codes of fields: without what is hidden, and without what the person may not write. */
  readonly input: Readonly<Record<string, FormValue>>;
  readonly issues: readonly FormIssue[];
}
