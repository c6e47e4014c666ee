import type { Language } from '#kit/common/language.ts';

/** As whom the directory is seen. */
export interface Seeing {
  asEmpId: string;
  language: Language;
  /** A change that is not saved yet, as JSON. */
  draft?: string;
}
