/** Writes docs/openapi.json and docs/client-openapi.json from the contracts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { clientDocumentOfAll, documentOfAll } from '../src/app/modules.ts';
import { textOfDocument } from '../src/kit/server/openapi/document-text.ts';

const docs = path.resolve(import.meta.dirname, '../docs');
writeFileSync(path.join(docs, 'openapi.json'), textOfDocument(documentOfAll()));
writeFileSync(path.join(docs, 'client-openapi.json'), textOfDocument(clientDocumentOfAll()));
