import { Dropdown, type MenuProps } from 'antd';
import { cloneElement, useEffect, useRef, useState, type ReactElement, type Ref } from 'react';

/** What a button takes that a menu opens from. */
interface OpenerProps {
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

/** A button and the menu under it. */
export interface ButtonMenuProps {
  /** The button. */
  children: ReactElement<OpenerProps>;
  menu: MenuProps;
  placement?: 'bottomLeft' | 'bottomRight';
}

/** A button whose menu has been opened once: with this press, and with each that follows. Closed by a key, the focus is on the button again. */
export function OpenedMenu({ children, menu, placement = 'bottomLeft' }: ButtonMenuProps): ReactElement {
  const [open, setOpen] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed first is gone, this one stands in its place.
  useEffect(() => button.current?.focus(), []);
  return (
    <Dropdown menu={menu} trigger={['click']} placement={placement} open={open} onOpenChange={setOpen}>
      {cloneElement(children, { ref: button, 'aria-haspopup': 'menu', 'aria-expanded': open })}
    </Dropdown>
  );
}
