import type { ReactNode } from 'react';

/** Something that can be chosen. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** What tells it from others of the same name: account and department, or the path. */
  readonly detail?: string;
  /** What stands before the name: a portrait. */
  readonly figure?: ReactNode;
  /** Why it can't be chosen. */
  readonly disabled?: string;
}

/** Where a picker finds what can be chosen, always within the caller's range. */
export interface PickerSource {
  /** The best matches for what is typed; the first few for nothing. */
  search(text: string, signal: AbortSignal): Promise<readonly Choice[]>;
  /** Names of chosen ids; ids out of range are absent. */
  names(ids: readonly string[], signal: AbortSignal): Promise<readonly Choice[]>;
}

/** A node of a tree from which is chosen. */
export interface TreeChoice extends Choice {
  readonly leaf: boolean;
  /** People in it and below. */
  readonly count?: number;
  /** Not in use any more: shown faint. */
  readonly off?: true;
}

/** A source whose choices form a tree. */
export interface TreeSource extends PickerSource {
  /** Children in their order; the top for null. */
  children(parentId: string | null, signal: AbortSignal): Promise<readonly TreeChoice[]>;
  /** Ids from the top down to this one, itself excluded. */
  path(id: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** What the modules offer to be chosen from on every page. */
export interface PickerSources {
  readonly employee?: PickerSource;
  readonly department?: TreeSource;
  readonly crowd?: PickerSource;
}

let sources: PickerSources = {};

/** Registers what modules offer; the kit itself knows no people. */
export function registerPickers(all: readonly PickerSources[]): void {
  sources = Object.assign({}, ...all) as PickerSources;
}

/** What can be chosen from; undefined where no module offers it. */
export const pickerSources = (): PickerSources => sources;
