import type { ReactElement } from 'react';
import { PageFault } from './page-error.tsx';

/** /error/page_fault: what a broken page shows, at an address of its own. */
export default function PageFaultPage(): ReactElement {
  return (
    <main className="wh-outside">
      <PageFault />
    </main>
  );
}
