import type { Audience } from '#kit/common/audience.ts';
import type { Language, LocalDraft } from '#kit/common/language.ts';
import type { Phrases, Slot, Target } from '../../common/fields.ts';
import type { SceneKind } from '../../common/words.ts';

/** A scene as it decides. */
export interface BookScene {
  readonly id: string;
  readonly code: string;
  readonly name: LocalDraft;
  readonly kind: SceneKind;
  readonly phrases: Phrases;
  readonly negatives: readonly string[];
  readonly slots: readonly Slot[];
  readonly target: Target;
  readonly threshold: number;
  readonly confirm: boolean;
  readonly audience: Audience;
  readonly priority: number;
  readonly order: number;
  readonly handlers: readonly string[];
  readonly ownerDeptId: string;
  readonly validFrom: number | null;
  readonly validUntil: number | null;
}

/** An answer as it decides. */
export interface BookAnswer {
  readonly id: string;
  readonly name: string;
  readonly questions: Phrases;
  readonly answer: LocalDraft;
  readonly link: string;
  readonly audience: Audience;
  readonly until: number | null;
}

/** Words that mean the same. */
export interface BookSynonym {
  readonly id: string;
  readonly word: string;
  readonly same: readonly string[];
  readonly language: Language | null;
}

/** Everything that mika decides by, as one version holds it. */
export interface BookContent {
  readonly scenes: readonly BookScene[];
  readonly answers: readonly BookAnswer[];
  readonly synonyms: readonly BookSynonym[];
}

/** Nothing: before the first version. */
export const emptyContent: BookContent = { scenes: [], answers: [], synonyms: [] };
