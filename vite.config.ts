import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = process.env['SERVER_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '8800'}`;

/**
 * What is fetched together, by what somebody does: signing in, the frame, a page that is a list, a form. Each takes what it imports along; the rest is
 * left to rolldown. Without this a first list came in forty files, and their way through a browser's six connections took longer than
 * drawing it.
 */
const chunks = [
  { name: 'first', tags: ['$initial' as const], priority: 4 },
  { name: 'frame', test: /src\/app\/console-frame\.tsx$/, priority: 3 },
  {
    name: 'list',
    test: /src\/kit\/console\/(page\/(list-page|rehearsal|filters|detail-tabs|page-frame|use-list)|action\/(row-actions|action-button)|jobs\/export-button|pickers\/(lazy-tree|pickers)|states\/|shell\/permit|routes\/use-code-name)/,
    priority: 2,
  },
  {
    name: 'form',
    test: /src\/kit\/console\/(form\/(drawer-form|form-field|form-dialog)|change\/history-tab|page\/(facts|detail-drawer))/,
    priority: 1,
    // A list must not fetch the calendar because both know what a day is.
    entriesAware: true,
  },
];

/**
 * Folder of a build. What the file names say is the same from build to build, so that the names of a thousand files, which the frame holds,
 * are small when they are packed; a hash in each of them can't be. A new build is fetched whole, which it was before as well: the frame that
 * names the others changes with each of them.
 */
const folder = `assets/${process.env['CONSOLE_BUILD'] ?? randomBytes(4).toString('hex')}`;

export default defineConfig({
  // Found at once, not when a page first needs them: that would load the page a second time.
  optimizeDeps: { entries: ['index.html', 'gallery.html'] },
  plugins: [react(), contextAlone(), partsAlone(), compileAhead(), precompress(), refuseCircles()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        entryFileNames: `${folder}/[name].js`,
        // A chunk of many pages is named after all of them.
        chunkFileNames: ({ name }) => `${folder}/${name.split('~', 2).join('-').slice(0, 40)}.js`,
        assetFileNames: ({ names: [name = ''] }) =>
          /\.(css|js)$/.test(name) ? `${folder}/[name][extname]` : 'assets/[name]-[hash][extname]',
      },
    },
    // An inlined picture would need data: in the policy.
    assetsInlineLimit: 0,
    // What stands already where a page is asked for need not be named with each page.
    modulePreload: { polyfill: false, resolveDependencies: (_file, needed, { hostId }) => needed.filter((one) => !isHere(one, hostId)) },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  server: {
    port: 8801,
    proxy: { '/api': { target: server }, '/client': { target: server } },
  },
});

/** Whether a file has been loaded before a page that this one asks for: what everything begins with, and within the frame the frame. */
function isHere(file: string, asker: string): boolean {
  const name = path.basename(file).replace(/\.(js|css)$/, '');
  return name === 'rolldown-runtime' || name === 'index' || name === path.basename(asker, '.js');
}

/**
 * The frame's components ask the library of forms for a context alone; by its front door all checks of forms would come along, and what a
 * chunk imports it takes along whether it is used or not.
 */
function contextAlone(): Plugin {
  return {
    name: 'form-context-alone',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const isAsked = source === '@rc-component/form' && importer?.endsWith('/antd/es/form/context.js') === true;
      return isAsked ? this.resolve('@rc-component/form/es/FormContext', importer) : null;
    },
  };
}

/** Parts of antd that hang on components of the frame and the list, and that no page has: written as the page would name them. */
const unusedParts = [
  { asker: '/antd/es/input/index.js', source: './OTP', use: 'Input.OTP' },
  { asker: '/antd/es/badge/index.js', source: './Ribbon', use: 'Badge.Ribbon' },
  { asker: '/antd/es/tag/index.js', source: './CheckableTagGroup', use: 'Tag.CheckableTagGroup' },
];

/**
 * Leaves out what nobody draws: a chunk takes along whatever is imported. Buttons and tags ask the colour picker whether a colour is bright, and
 * with that came its presets and the whole of Collapse; that one function is cut out of its file.
 */
function partsAlone(): Plugin {
  const bright = '\0antd-is-bright';
  const nothing = '\0antd-unused-part';
  return {
    name: 'parts-alone',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source.endsWith('/color-picker/components/ColorPresets') && /\/antd\/es\/(button|tag)\/style\//.test(importer ?? ''))
        return bright;
      return unusedParts.some((part) => part.source === source && importer?.endsWith(part.asker)) ? nothing : null;
    },
    async load(id) {
      if (id === nothing) return 'export default undefined;';
      if (id !== bright) return null;
      const file = path.join(import.meta.dirname, 'node_modules/antd/es/color-picker/components/ColorPresets.js');
      const [found] = /^export const isBright = [\s\S]*?^};$/m.exec(await readFile(file, 'utf8')) ?? this.error(`No isBright in ${file}`);
      return `import { Color as RcColor } from '@rc-component/color-picker';\n${found}`;
    },
    transform(code, id) {
      const used = /\/src\/.*\.tsx?$/.test(id) ? unusedParts.find(({ use }) => code.includes(use)) : undefined;
      if (used) this.error(`${used.use} is left out of the build: take it off the list of unused parts in vite.config.ts`);
      return null;
    },
  };
}

/**
 * Asks the browser to compile a file wholly when it comes, on another thread, and not function by function when each is called first: pages
 * are fetched before somebody clicks on them, and their first picture took a tenth longer without this. Browsers that do not know the
 * comment read past it (https://github.com/v8/v8/wiki, explicit compile hints). The first file is what the login waits for: it is left alone.
 */
function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && !file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/** Writes .gz and .br beside every text file, so that the server never compresses a file twice. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle(options, bundle) {
      const folder = options.dir ?? 'dist';
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && /\.(js|css|svg|json)$/.test(name));
      await Promise.all(files.map((name) => compress(path.join(folder, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < 1024) return;
  const brotli = promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const zipped = promisify(gzip)(bytes, { level: 9 });
  await Promise.all([writeFile(`${file}.br`, await brotli), writeFile(`${file}.gz`, await zipped)]);
}

/** Stops the build when files import one another in a circle: which of them runs first is then chance, and a page breaks that worked before. */
function refuseCircles(): Plugin {
  return {
    name: 'refuse-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const imports = new Map(Object.values(bundle).map((file) => [file.fileName, file.type === 'chunk' ? file.imports : []]));
      const clear = new Set<string>();
      const walk = (file: string, way: readonly string[]): void => {
        if (clear.has(file)) return;
        if (way.includes(file)) this.error(`These files import one another: ${[...way.slice(way.indexOf(file)), file].join(' → ')}`);
        for (const next of imports.get(file) ?? []) walk(next, [...way, file]);
        clear.add(file);
      };
      for (const file of imports.keys()) walk(file, []);
    },
  };
}
