import type { ReactElement, ReactNode } from 'react';

/** A drawing in lines of a 24-unit square, in the colour of the text beside it; it says nothing to who can't see it. */
export function LineIcon({ children }: { children: ReactNode }): ReactElement {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}
