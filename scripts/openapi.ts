/** Writes docs/openapi.json and docs/client-openapi.json from the contracts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { clientDocumentOfAll, documentOfAll } from '../src/app/modules.ts';

const docs = path.resolve(import.meta.dirname, '../docs');
writeFileSync(path.join(docs, 'openapi.json'), `${JSON.stringify(documentOfAll(), null, 1)}\n`);
writeFileSync(path.join(docs, 'client-openapi.json'), `${JSON.stringify(clientDocumentOfAll(), null, 1)}\n`);
