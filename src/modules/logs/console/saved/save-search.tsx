import { StarOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { Permit } from '#kit/console/shell/permit.tsx';
import { later } from '#kit/console/shell/later.tsx';
import type { ExportedLog } from '../../common/export.contract.ts';
import { operationLog } from '../../common/permissions.ts';

const SaveDialog = later('log-save-search', async () => (await import('./save-dialog.tsx')).SaveDialog);

interface SaveSearchProps {
  log: ExportedLog;
  /** What the list is narrowed by. */
  filters: Readonly<Record<string, unknown>>;
}

/** Keeps what is filtered under a name. */
export function SaveSearch({ log, filters }: SaveSearchProps): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <Permit code={operationLog.button.saveSearch}>
      {(name) => (
        <>
          <Button icon={<StarOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
            {name}
          </Button>
          {open && <SaveDialog log={log} filters={filters} onClose={() => setOpen(false)} />}
        </>
      )}
    </Permit>
  );
}
