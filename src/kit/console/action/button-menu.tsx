import { cloneElement, useState, type ReactElement } from 'react';
import { later } from '../shell/later.tsx';
import type { ButtonMenuProps } from './opened-menu.tsx';

/** The button stands where it stood until its menu is there. */
const OpenedMenu = later<ButtonMenuProps>(
  'menu',
  async () => (await import('./opened-menu.tsx')).OpenedMenu,
  ({ children }) => children,
);

/**
 * A button with a menu under it: what to export, how many rows, one's own account. The frame and each list have some, and few are ever
 * pressed, so the menu's code is fetched with the first press.
 */
export function ButtonMenu(props: ButtonMenuProps): ReactElement {
  const [met, setMet] = useState(false);
  if (met) return <OpenedMenu {...props} />;
  return cloneElement(props.children, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: () => setMet(true) });
}
