import type { ReactElement } from 'react';

export default function ChangeApprovalPage(): ReactElement {
  return <></>;
}
