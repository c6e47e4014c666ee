// npm start, npm run demo, dev and gallery: from a fresh clone to the running product. Runs on Node 20.19 with nothing installed.
import path from 'node:path';
import { ensureBuilt } from './launch/build.mjs';
import { ensureInstalled, say } from './launch/install.mjs';
import { become, pickNode, productFlags, runBeside } from './launch/node.mjs';

const root = path.join(import.meta.dirname, '..');
const flags = process.argv.slice(2);
const main = path.join('src', 'app', 'main.ts');
const vite = path.join('node_modules', 'vite', 'bin', 'vite.js');

ensureInstalled(root);
const node = pickNode(root);

if (flags.includes('--gallery')) {
  say('The gallery is at /gallery.html of the address below.');
  // Another port than that of npm run dev: what the gallery keeps in the browser stays apart from a session there.
  become(node, [vite, '--port', '8802', ...flags.filter((flag) => flag !== '--gallery')], root);
} else if (flags.includes('--dev')) {
  const both = [runBeside(node, ['--watch', '--watch-preserve-output', main, ...flags], root), runBeside(node, [vite], root)];
  for (const one of both) {
    one.on('exit', (code) => {
      for (const other of both) other.kill('SIGTERM');
      process.exitCode ??= code ?? 1;
    });
  }
} else {
  ensureBuilt(root, node);
  // Also the first file is then read compiled: Node's own parser of TypeScript, twelve megabytes, is never loaded.
  process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache', 'node');
  become(node, [...productFlags, main, ...flags], root);
}
