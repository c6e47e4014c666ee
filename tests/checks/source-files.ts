import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** A source file of the project. */
export interface SourceFile {
  /** Path from the root, with `/`. */
  path: string;
  text: string;
  /** What it imports, as resolved paths from the root; packages by name. */
  imports: string[];
}

const root = path.resolve(import.meta.dirname, '../..');

/** Every .ts, .tsx and .mjs file below a folder of the project. */
export const sourceFiles = (folder: string): SourceFile[] => filesOf(folder, /\.(ts|tsx|mjs)$/);

/** Every style sheet below a folder of the project. */
export const styleSheets = (folder: string): SourceFile[] => filesOf(folder, /\.css$/);

/** Paths of all files below a folder of the project, whatever they are. */
export const everyFile = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));

function filesOf(folder: string, kind: RegExp): SourceFile[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && kind.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return { path: file, text, imports: importsOf(file, text) };
    });
}

const statement =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g;

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(statement)].map((match) => resolved(file, match[1] ?? match[2] ?? match[3] ?? ''));
}

function resolved(file: string, target: string): string {
  if (target.startsWith('#')) return `src/${target.slice(1)}`;
  if (target.startsWith('.')) return path.posix.join(path.posix.dirname(file), target);
  return target;
}

/** The text of a file of the project. */
export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
