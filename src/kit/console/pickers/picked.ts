/** One id, several, or none. */
export type Picked = string | null | readonly string[];

/** What every picker takes; a form gives value, onChange and id. */
export interface PickerProps {
  value?: Picked | undefined;
  onChange?: (value: Picked) => void;
  /** Several may be chosen: the value is a list. */
  multiple?: boolean;
  disabled?: boolean;
  id?: string;
  placeholder?: string;
  /** How a form says that the value is wrong. */
  status?: '' | 'error' | 'warning';
  /** Name for those who do not see the label above it. */
  'aria-label'?: string;
}

/** The ids of a picker's value. */
export const idsOf = (value: Picked | undefined): readonly string[] => (typeof value === 'string' ? [value] : (value ?? []));
