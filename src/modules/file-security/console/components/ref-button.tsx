import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { later } from '#kit/console/shell/later.tsx';
import './file-security.css';

const DecisionDrawer = later('file-decision', async () => (await import('./decision-drawer.tsx')).DecisionDrawer);

/** The code of a decision, which opens the steps that were taken. */
export function RefButton({ code }: { code: string }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="link" size="small" className="fs-ref" onClick={() => setOpen(true)}>
        {code}
      </Button>
      {open && <DecisionDrawer code={code} onClose={() => setOpen(false)} />}
    </>
  );
}
