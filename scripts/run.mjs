// node scripts/run.mjs FILE ...arguments: runs a TypeScript file of the project on its own Node, installing what is missing before.
import path from 'node:path';
import { ensureInstalled, giveUp } from './launch/install.mjs';
import { become, pickNode } from './launch/node.mjs';

const root = path.join(import.meta.dirname, '..');
const [file, ...rest] = process.argv.slice(2);
if (!file) giveUp('Say which file to run: node scripts/run.mjs FILE ...arguments');

// Settings and ./data are the project's; files named by the caller are beside the caller, as npm itself tells it.
process.env.INIT_CWD ??= process.cwd();
ensureInstalled(root);
become(pickNode(root), [path.resolve(root, file), ...rest], root);
