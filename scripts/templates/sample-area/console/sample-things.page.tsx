import type { ReactElement } from 'react';
import { CrudPage } from '../../../../src/kit/console/crud/crud-page.tsx';
import { sampleThingPage } from '../common/permissions.ts';
import { sampleThing } from '../common/sample-thing.contract.ts';

const columns = ['name', 'code', 'departmentId', 'description', 'enabled', 'updatedAt'] as const; // #scoped
// #unscoped const columns = ['name', 'code', 'description', 'enabled', 'updatedAt'] as const;

/** The page of sample things. */
export default function SampleThingsPage(): ReactElement {
  return <CrudPage page={sampleThingPage} entity={sampleThing} columns={columns} />;
}
