import { enableCompileCache } from 'node:module';
import path from 'node:path';

// What the process runs on is kept compiled beside the project: a thousand files need not be read as text at every start.
enableCompileCache(path.resolve(import.meta.dirname, '../../.cache/node'));
const { runProduct } = await import('./run-product.ts');
runProduct();
