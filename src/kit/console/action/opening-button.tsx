import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { useActionName } from './action-button.tsx';

interface OpeningButtonProps {
  endpoint: Endpoint;
  /** Among the actions of a row, or over many. */
  type: 'text' | 'default';
  danger?: boolean;
  onClick: () => void;
}

/** Opens the dialog in which an action is asked for, called as it was granted; there only with the grant. */
export function OpeningButton({ endpoint, type, danger = false, onClick }: OpeningButtonProps): ReactElement | null {
  const { granted, name } = useActionName(endpoint);
  return granted ? (
    <Button type={type} danger={danger} onClick={onClick}>
      {name}
    </Button>
  ) : null;
}
