/** What a button has that is off for a reason; nothing where it is on. */
export interface Off {
  disabled?: boolean;
  title?: string;
  'aria-description'?: string;
}

/** A button that is off where there is a reason, which it says to who points at it and to who hears it. */
export const offBecause = (why: string | false | undefined): Off => (why ? { disabled: true, title: why, 'aria-description': why } : {});
