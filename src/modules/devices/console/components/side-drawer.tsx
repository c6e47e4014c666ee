import { Drawer } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';

/** Something beside the page that is opened and closed. */
export function SideDrawer({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }): ReactElement {
  const t = useT('kit');
  const narrow = useNarrow();
  return (
    <Drawer open size={narrow ? '100%' : 720} title={title} onClose={onClose} closable={{ 'aria-label': t('form.close') }}>
      {children}
    </Drawer>
  );
}
