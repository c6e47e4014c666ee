import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { Children, useState, type ReactElement, type ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import './action.css';

interface RowActionsProps {
  /** What the row is called. */
  name: string;
  children: ReactNode;
}

/** The actions of one row: behind one button, so that a row has one tab stop for all of them. Without a granted action there is no button. */
export function RowActions({ name, children }: RowActionsProps): ReactElement | null {
  const t = useT('kit');
  const [open, setOpen] = useState(false);
  if (Children.toArray(children).length === 0) return null;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={
        <div className="whk-actions" role="presentation" onClick={() => setOpen(false)}>
          {children}
        </div>
      }
    >
      <Button type="text" icon={<EllipsisOutlined />} aria-label={t('list.rowActions', { name })} />
    </Popover>
  );
}
