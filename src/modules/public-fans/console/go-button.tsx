import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Permit } from '#kit/console/shell/permit.tsx';

/** A button that leads to the page of another module where what it is called is done; there only with its grant. */
export function GoButton({ code, to, type = 'text' }: { code: string; to: string; type?: 'text' | 'default' }): ReactElement {
  const navigate = useNavigate();
  return (
    <Permit code={code}>
      {(name) => (
        <Button type={type} onClick={() => void navigate(to)}>
          {name}
        </Button>
      )}
    </Permit>
  );
}
