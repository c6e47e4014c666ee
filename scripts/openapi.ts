/** Writes docs/openapi.json from the contracts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { modules } from '../src/app/modules.ts';
import { productVersion } from '../src/app/version.ts';
import { openApiOf } from '../src/kit/server/openapi.ts';

const document = openApiOf(
  modules.map((module) => ({ name: module.name, operations: module.routes.map((route) => route.operation) })),
  productVersion,
);
writeFileSync(path.resolve(import.meta.dirname, '../docs/openapi.json'), `${JSON.stringify(document, null, 1)}\n`);
