import type { ReactElement } from 'react';
import { CrudPage } from '#kit/console/page/crud-page.tsx';
import { sampleThingPage } from '../common/permissions.ts';
import { sampleThing } from '../common/sample-thing.contract.ts';

/** The page of sample things. */
export default function SampleThingsPage(): ReactElement {
  return (
    <CrudPage
      page={sampleThingPage}
      entity={sampleThing}
      columns={['name', 'code', 'departmentId', 'description', 'enabled', 'updatedAt']}
    />
  ); // #scoped
  // #unscoped return <CrudPage page={sampleThingPage} entity={sampleThing} columns={['name', 'code', 'description', 'enabled', 'updatedAt']} />;
}
