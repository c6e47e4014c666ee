/** Writes docs/openapi.json from the contracts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentOfAll } from '../src/app/modules.ts';

const document = documentOfAll();
writeFileSync(path.resolve(import.meta.dirname, '../docs/openapi.json'), `${JSON.stringify(document, null, 1)}\n`);
