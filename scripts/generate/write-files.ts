import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { Unfit } from './names.ts';

/** What is to be written: texts by path from the root. */
export interface Draft {
  readonly made: ReadonlyMap<string, string>;
  readonly changed: ReadonlyMap<string, string>;
}

/**
 * Writes a draft whole or not at all: formatted in a folder aside, then moved into place, then docs/openapi.json is made anew. When any of it fails
 * everything is as it was. Answers the files in order.
 */
export async function writeFiles(root: string, draft: Draft): Promise<string[]> {
  const there = [...draft.made.keys()].filter((file) => existsSync(path.join(root, file)));
  if (there.length > 0) throw new Unfit(`These files are there already and stay as they are: ${there.join(', ')}. Nothing was made.`);
  for (const file of draft.changed.keys())
    if (/^(?:<{7} |>{7} )/m.test(readFileSync(path.join(root, file), 'utf8')))
      throw new Unfit(`${file} holds conflicts of a merge: solve them first. Nothing was made.`);
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const aside = mkdtempSync(path.join(root, '.cache', 'new-'));
  const back: (() => void)[] = [() => rmSync(aside, { recursive: true, force: true })];
  try {
    const files = [...draft.made, ...draft.changed];
    for (const [at, [file, text]] of files.entries()) writeFileSync(path.join(aside, String(at)), await formatted(root, file, text));
    for (const [at, [file]] of files.entries()) moveInto(root, { from: path.join(aside, String(at)), file, back });
    describe(root, back);
  } catch (error) {
    for (const undo of back.toReversed()) undo();
    throw error;
  }
  back[0]!();
  return [...draft.made.keys(), ...draft.changed.keys()].toSorted();
}

async function formatted(root: string, file: string, text: string): Promise<string> {
  if (!/\.tsx?$/.test(file)) return text;
  const { $schema: _schema, ignorePatterns: _ignored, ...options } = JSON.parse(readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file} could not be formatted: ${errors.map(({ message }) => message).join('; ')}\n${text}`);
  return code;
}

interface Move {
  from: string;
  file: string;
  back: (() => void)[];
}

function moveInto(root: string, { from, file, back }: Move): void {
  const target = path.join(root, file);
  const folder = mkdirSync(path.dirname(target), { recursive: true });
  const before = existsSync(target) ? readFileSync(target) : undefined;
  back.push(() => {
    if (before) writeFileSync(target, before);
    else rmSync(target, { force: true });
    for (let empty = path.dirname(target); folder && empty.startsWith(folder); empty = path.dirname(empty)) removeIfEmpty(empty);
  });
  renameSync(from, target);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Holds other files that are still to be taken back, or somebody else's.
  }
}

function describe(root: string, back: (() => void)[]): void {
  const target = path.join(root, 'docs/openapi.json');
  const before = readFileSync(target);
  back.push(() => writeFileSync(target, before));
  const done = spawnSync(process.execPath, ['scripts/openapi.ts'], { cwd: root, encoding: 'utf8' });
  if (done.status !== 0) throw new Unfit(`What was made does not load, so all of it was taken back:\n${done.stderr}`);
}
