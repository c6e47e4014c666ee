import type { Definition } from '../common/definition.ts';

/** A draft that something else describes. */
export interface SourceDraft {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly definition: Definition;
}

/** A word that a path may end with. */
export const codeOf = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64) || 'operation';
