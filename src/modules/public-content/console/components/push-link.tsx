import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { ContentRef } from '../../common/content-ref.ts';
import { pushAddress } from '../../common/permissions.ts';

interface PushLinkProps {
  snoId: string;
  content: ContentRef;
  /** The button of the page by which pushing is granted. */
  code: string;
}

/** Begins a push of this content: the wizard is a page of the pushes, which stand on this module. */
export function PushLink({ snoId, content, code }: PushLinkProps): ReactElement {
  const navigate = useNavigate();
  return (
    <Permit code={code}>
      {(name) => (
        <Button type="text" size="small" onClick={() => void navigate(pushAddress(snoId, content))}>
          {name}
        </Button>
      )}
    </Permit>
  );
}
