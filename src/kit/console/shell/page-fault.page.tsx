import type { ReactElement } from 'react';
import { PageFault } from './page-error.tsx';

/** /error/page_fault: what a broken page shows, at an address of its own; another try leads back to where one came from. */
export default function PageFaultPage(): ReactElement {
  return (
    <main className="wh-outside">
      <PageFault retry={() => window.history.back()} />
    </main>
  );
}
