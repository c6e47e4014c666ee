import { Drawer } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';

interface LeftDrawerProps {
  open: boolean;
  title: ReactNode;
  width: number | string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/** What stands at the left where there is room, as a drawer where there is none: the menu, a page's tree. */
export function LeftDrawer({ open, title, width, className, onClose, children }: LeftDrawerProps): ReactElement {
  const t = useT('kit');
  return (
    <Drawer
      open={open}
      placement="left"
      size={width}
      title={title}
      rootClassName={className}
      onClose={onClose}
      closable={{ 'aria-label': t('form.close') }}
    >
      {children}
    </Drawer>
  );
}
