import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What runs whatever was changed: both are cheap for what they prove. */
const always = /^tests\/(checks|conformance)\/.*\.test\.ts$/;
/** What everything stands on. */
const everything =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.json|\.ci\/.*|src\/kit\/testing\/.*|tests\/(product|cpu\.setup)\.ts|src\/app\/migrations\.ts)$/;
/** The composition joins all modules: a way through it would lead from every test to every file. */
const composition = /^src\/app\//;
const isTest = (file) => /\.test\.tsx?$/.test(file);
const moduleOf = (file) => /^src\/modules\/([^/]+)\//.exec(file)?.[1];
/** What only a browser runs. */
const isConsole = (file) =>
  /(^src\/(kit|modules\/[^/]+)\/console\/|^src\/app\/console|^src\/app\/.*\.tsx$|\.css$|\.html$|^vite\.config)/.test(file);

/** Names of files that differ from a commit, those of no commit yet included. Without one: from main, on main from the commit before. */
export function changedSince(root, commit) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [branch] = git('rev-parse', '--abbrev-ref', 'HEAD');
  const tracked = git('status', '--porcelain').length > 0;
  const from = commit ?? (branch === 'main' ? (tracked ? 'HEAD' : 'HEAD~1') : git('merge-base', 'HEAD', 'main')[0]);
  return [...new Set([...git('diff', '--name-only', from), ...git('ls-files', '--others', '--exclude-standard')])];
}

/**
 * The test files that changed files can touch. A file touches who imports it, at any distance. Who starts the product besides runs all of
 * it; of that counts what lies in the modules whose files the test itself names, and of kit and platform what those modules and the
 * composition stand on, the console's part only where a browser is opened.
 */
export function touchedBy(root, changed) {
  const graph = graphOf(root);
  const tests = [...graph.keys()].filter(isTest);
  if (changed.some((file) => everything.test(file))) return tests;
  const files = changed.filter((file) => !/\.md$|^docs\//.test(file));
  const reachOf = reaching(graph);
  const started = reachOf(['src/app/main.ts', 'src/app/run-product.ts', ...entriesOf(root)], true);
  const modules = new Map();
  const moduleReach = (name) => {
    const own = () => reachOf([...graph.keys()].filter((file) => moduleOf(file) === name && !isTest(file)));
    return modules.get(name) ?? modules.set(name, own()).get(name);
  };
  const touches = (test) => {
    const reach = reachOf([test]);
    if (files.some((file) => reach.has(file))) return true;
    const own = [...reach].filter((file) => /^(tests|scripts|bench)\//.test(file) || moduleOf(file) === moduleOf(test));
    const named = new Set([...own, ...own.flatMap((file) => graph.get(file) ?? [])].flatMap((file) => moduleOf(file) ?? []));
    const starts = own.some((file) => /start-product|src\/app\/main|scripts\/start|run-product/.test(textOf(root, file)));
    const browses = reach.has('tests/browser.ts');
    // Programs are started by their names, and migrations are found in their folders.
    if (files.some((file) => own.some((one) => textOf(root, one).includes(file)))) return true;
    if (files.some((file) => !graph.get(file)?.length && moduleOf(file) && moduleOf(file) === moduleOf(test))) return true;
    const runs = (file) => (isConsole(file) ? browses : starts);
    return files.some(
      (file) =>
        runs(file) &&
        (named.has(moduleOf(file)) ||
          (!moduleOf(file) &&
            ([...named].some((name) => moduleReach(name).has(file)) || started.has(file) || (isConsole(file) && !graph.has(file))))),
    );
  };
  return tests.filter((test) => always.test(test) || touches(test));
}

/** What the console's pages load first. */
function entriesOf(root) {
  return ['index.html', 'gallery.html'].flatMap((page) =>
    [...textOf(root, page).matchAll(/src="\/([^"]+\.tsx?)"/g)].map(([, file]) => file),
  );
}

/** Follows imports from files to all that they stand on; through the composition only where it is asked for, and then not into modules. */
function reaching(graph) {
  return (from, composed = false) => {
    const seen = new Set(from);
    for (const file of seen)
      for (const next of graph.get(file) ?? [])
        if (composed ? !moduleOf(next) : !composition.test(next) || composition.test(file)) seen.add(next);
    return seen;
  };
}

/** Every source file with the files that it imports, style sheets among them; a migration counts as imported by its module's tests. */
function graphOf(root) {
  const names = ['src', 'tests', 'scripts', 'bench'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
      .filter((file) => !file.startsWith('scripts/templates/')),
  );
  return new Map(names.map((file) => [file, /\.(tsx?|mjs)$/.test(file) ? importsIn(root, file) : []]));
}

const statement = /(?:from\s*|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g;

function importsIn(root, file) {
  return [...textOf(root, file).matchAll(statement)].flatMap(([, target]) => {
    if (target.startsWith('#')) return [`src/${target.slice(1)}`];
    if (target.startsWith('.')) return [path.posix.join(path.posix.dirname(file), target)];
    return [];
  });
}

const texts = new Map();

function textOf(root, file) {
  const place = path.join(root, file);
  if (!texts.has(place)) texts.set(place, existsSync(place) ? readFileSync(place, 'utf8') : '');
  return texts.get(place);
}
