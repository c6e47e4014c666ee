import { InteractionOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';

const CheckDialog = later('contact-check', async () => (await import('./check-dialog.tsx')).CheckDialog);

/** Asks whether one person sees another. */
export function CheckButton({ code }: { code: string }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Permit code={code}>
        {(name) => (
          <Button icon={<InteractionOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
            {name}
          </Button>
        )}
      </Permit>
      {open && <CheckDialog onClose={() => setOpen(false)} />}
    </>
  );
}
