import { CheckOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { ReactElement, ReactNode } from 'react';
import type { Result } from '../../common/operation-log.contract.ts';

/** How something ended: a sign and words, in its colour. */
export function ResultMark({ result, children }: { result: Result; children: ReactNode }): ReactElement {
  return (
    <span className="wl-result" data-result={result}>
      {result === 'ok' ? <CheckOutlined aria-hidden="true" /> : <ExclamationCircleOutlined aria-hidden="true" />}
      {children}
    </span>
  );
}
