import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Permit } from '../shell/permit.tsx';

/** Opens an import dialog, where its code is granted. */
export function ImportButton({ code, onClick }: { code: string; onClick: () => void }): ReactElement {
  return (
    <Permit code={code}>
      {(name) => (
        <Button icon={<UploadOutlined aria-hidden="true" />} onClick={onClick}>
          {name}
        </Button>
      )}
    </Permit>
  );
}
