import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const pagesOfModule = 22;
const languages = ['zh_CN', 'en_US', 'ja_JP'] as const;

/**
 * Adds modules of placeholder pages to a copy of the project as people would write them: declared resources with titles in three
 * languages and buttons, routes, texts, a chunk a page, and a line in the list of modules.
 */
export function addPlaceholderPages(folder: string, count: number): void {
  const modules = Array.from({ length: Math.ceil(count / pagesOfModule) }, (_, at) => `placeholder-${String(at + 1).padStart(2, '0')}`);
  for (const [at, name] of modules.entries()) writeModule(folder, name, Math.min(pagesOfModule, count - at * pagesOfModule));
  const list = path.join(folder, 'src/app/console-modules.ts');
  const text = readFileSync(list, 'utf8');
  const symbols = modules.map((name) => `${symbolOf(name)}Console`);
  const imports = modules.map((name, at) => `import { ${symbols[at]} } from '#modules/${name}/console/routes.ts';\n`).join('');
  const changed = text.replace(/= \[([^\]]*)\];/, (_all, present: string) => `= [${present}, ${symbols.join(', ')}];`);
  if (changed === text) throw new Error('The list of modules does not look as it did');
  writeFileSync(list, imports + changed);
}

const symbolOf = (name: string): string => name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

function writeModule(folder: string, name: string, count: number): void {
  const base = path.join(folder, 'src/modules', name);
  for (const part of ['common', 'console', 'locales']) mkdirSync(path.join(base, part), { recursive: true });
  const write = (file: string, text: string): void => writeFileSync(path.join(base, file), text);
  const group = name.replaceAll('-', '_');
  const pages = Array.from({ length: count }, (_, at) => `page${at + 1}`);
  write(
    'common/permissions.ts',
    `import { menu } from '#kit/common/permission.ts';
export const group = menu({ code: '${group}', title: ${title(`${name} group`)}, icon: 'team', order: 100 });
${pages
  .map(
    (page, at) =>
      `export const ${page} = menu({ code: '${group}_${page}', route: '/${group}_${page}', parent: '${group}', title: ${title(`${page} of ${name}`)}, icon: 'user', order: ${at}, buttons: ['add', 'update', 'delete', 'enable', 'disable', 'export'] });`,
  )
  .join('\n')}
`,
  );
  write(
    'console/routes.ts',
    `import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { group, ${pages.join(', ')} } from '../common/permissions.ts';
export const ${symbolOf(name)}Console: ConsoleModule = {
  name: '${name}',
  resources: [group, ${pages.join(', ')}],
  routes: [${pages.map((page) => `pageRoute(${page}, { load: () => import('./${page}.page.tsx') })`).join(', ')}],
  catalogs: {${languages.map((language) => `${language}: async () => (await import('../locales/${language}.ts')).${language}`).join(', ')}},
};
`,
  );
  for (const language of languages) write(`locales/${language}.ts`, textsOf(language, pages));
  for (const page of pages) write(`console/${page}.page.tsx`, pageText(name, page));
}

const title = (words: string): string => `{ zh_CN: '页面 ${words}', en_US: 'Page ${words}', ja_JP: 'ページ ${words}' }`;

const textsOf = (language: string, pages: readonly string[]): string =>
  `export const ${language}: Record<string, string> = { ${pages.map((page) => `'${page}.help': 'About ${page}'`).join(', ')} };\n`;

const pageText = (name: string, page: string): string => `import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
export default function Page() {
  const t = useT('${name}');
  const [count, setCount] = useState(0);
  return (
    <>
      <PageHeader title="${page} of ${name}" help={t('${page}.help')} />
      <Button onClick={() => setCount(count + 1)}>{count}</Button>
    </>
  );
}
`;
