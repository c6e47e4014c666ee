import { createContext, useContext, useEffect } from 'react';

/** How a filter that is set is told above the list. */
export interface ChipText {
  readonly text: string;
  /** Filter that goes with it: the end of a span. */
  readonly and?: string;
}

/** What the filters of a list say of themselves, by their names. */
export type ChipTexts = Readonly<Record<string, ChipText | undefined>>;

/** Takes what filters say; undefined where nothing shows it. */
export const ChipsContext = createContext<((name: string, chip: ChipText) => void) | undefined>(undefined);

/** Registers the text of an active filter above its list; undefined shows none. Returns whether it is shown there at all. */
export function useChip(name: string, text: string | undefined, and?: string): boolean {
  const tell = useContext(ChipsContext);
  useEffect(() => {
    if (text !== undefined && text !== '') tell?.(name, and === undefined ? { text } : { text, and });
  }, [tell, name, text, and]);
  return tell !== undefined;
}

/** How a picker among the filters says what was chosen by its name. */
export const NamedContext = createContext<((name: string) => void) | undefined>(undefined);
