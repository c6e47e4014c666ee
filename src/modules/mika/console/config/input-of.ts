/** What an input within a form is given. */
export interface InputOf<T> {
  value?: T;
  onChange?: (value: T) => void;
  id?: string;
}

/** A list with one of its parts changed. */
export const changedAt = <T>(list: readonly T[], at: number, next: T): T[] => list.map((one, index) => (index === at ? next : one));
/** A list without one of its parts. */
export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);
