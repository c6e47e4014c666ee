import { crudServer } from '#kit/server/crud/crud-server.ts';
import { createDirectory } from '../../../../src/modules/people/server/public.ts'; // #scoped
import { sampleThing } from '../common/sample-thing.contract.ts';

/** Sample things on the server. Rules and what else differs stand here, as functions. */
export const sampleThings = crudServer(sampleThing, { table: 'sample_thing', directory: createDirectory() }); // #scoped
// #unscoped export const sampleThings = crudServer(sampleThing, { table: 'sample_thing' });
