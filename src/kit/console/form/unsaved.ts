/** Something on screen that was changed and not saved. */
interface Unsaved {
  /** Gives it up, so that nothing half-done waits behind. */
  discard: () => void;
}

const all = new Set<Unsaved>();

/** Parts of an address that say what is on screen; other ones (a page of a list, its filters, the step of a wizard) lose nothing. */
const places = [
  'tab',
  'show',
  'view',
  'members',
  'id',
  'add',
  'roleId',
  'ruleId',
  'configId',
  'categoryId',
  'empId',
  'emp',
  'unit',
  'runId',
  'ref',
  'person',
] as const;

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** Whether another thing is on screen afterwards: what was typed into the one before would be gone. */
export function isLeft(from: Place, to: Place): boolean {
  if (from.pathname !== to.pathname) return true;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return places.some((name) => before.get(name) !== after.get(name));
}

/** Remembers something unsaved; answers how it is forgotten again. */
export function noteUnsaved(discard: () => void): () => void {
  const one = { discard };
  all.add(one);
  return () => all.delete(one);
}

/** Whether anything on screen is unsaved. */
export const isUnsaved = (): boolean => all.size > 0;

/** Gives up whatever is unsaved: somebody said that it may be lost. */
export function discardAll(): void {
  const given = [...all];
  all.clear();
  for (const { discard } of given) discard();
}
