import type { Json } from '../change/kind.ts';

/** A journaled field as what its schema has made of it: `rules` and `keepsSecrets` of a kind are asked after the fields were parsed. */
export const fieldAs = <T>(value: Json | undefined): T => value as unknown as T;
