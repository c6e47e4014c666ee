import type { Fields } from '#kit/server/change/kind.ts';

/** What is wrong with a mapped value: the target, and the key of the text `sourceRun.reason.<key>`. */
export interface MappedIssue {
  path: string;
  key: string;
  params: Record<string, unknown>;
}

/** A record after its mapping: null means "is to be empty", an absent target means "stays as it is". */
export interface Mapped {
  values: Fields;
  issues: MappedIssue[];
}
