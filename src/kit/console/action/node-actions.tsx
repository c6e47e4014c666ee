import type { ReactElement, ReactNode, SyntheticEvent } from 'react';

const stop = (event: SyntheticEvent): void => event.stopPropagation();

interface NodeActionsProps {
  children: ReactNode;
  className?: string;
}

/**
 * Buttons in the line of antd's Tree. What happens on them is kept from the tree: it would take their focus for its own, answer their Enter
 * and Space with its first node, and draw all its lines again at each Tab.
 */
export function NodeActions({ children, className }: NodeActionsProps): ReactElement {
  return (
    <span className={className} role="presentation" onClick={stop} onFocus={stop} onBlur={stop} onKeyDown={stop}>
      {children}
    </span>
  );
}
