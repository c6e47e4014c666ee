import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConvertType } from '../common/conversion.contract.ts';
import { runChild, type ChildEnd, type ChildLimits } from './child.ts';
import type { Engines } from './engines.ts';
import { Unconvertible } from './source-type.ts';

/** What a conversion may use. */
export interface ConvertLimits {
  readonly timeoutMillis: number;
  readonly memoryMiB: number;
  readonly maxPages: number;
  readonly signal?: AbortSignal;
}

/** The converter crashed, or was ended because it used too much: the file may be at fault, or the moment. */
export class ConverterCrash extends Error {
  readonly reason: string;

  constructor(reason: string, output: string) {
    super(output.slice(0, 500));
    this.reason = reason;
  }
}

// Macros never run, and links are never followed.
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
</oor:items>`;

const direct: readonly ConvertType[] = ['pdf'];

/** Makes a PDF of a file, in a folder that is thrown away afterwards; answers where it lies and how many pages it has. */
export async function toPdf(
  source: { file: string; type: ConvertType },
  { engines, folder, limits }: { engines: Engines; folder: string; limits: ConvertLimits },
): Promise<{ file: string; pages: number }> {
  const child: ChildLimits = {
    timeoutMillis: limits.timeoutMillis,
    memoryMiB: limits.memoryMiB,
    folder,
    isolated: engines.isolated,
    ...(limits.signal && { signal: limits.signal }),
  };
  const file = direct.includes(source.type) ? source.file : await byOffice(source, { engines, folder, child });
  const pages = await countPages(file, child);
  if (pages > limits.maxPages) throw new Unconvertible('pages');
  return { file, pages };
}

interface Office {
  engines: Engines;
  folder: string;
  child: ChildLimits;
}

async function byOffice(source: { file: string; type: ConvertType }, { engines, folder, child }: Office): Promise<string> {
  const profile = path.join(folder, 'profile');
  const out = path.join(folder, 'out');
  await mkdir(path.join(profile, 'user'), { recursive: true });
  await mkdir(out, { recursive: true });
  await writeFile(path.join(profile, 'user', 'registrymodifications.xcu'), settings);
  const args = [
    `-env:UserInstallation=file://${profile}`,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    '--nologo',
    ...(source.type === 'txt' ? ['--infilter=Text (encoded):UTF8'] : []),
    '--convert-to',
    'pdf',
    '--outdir',
    out,
    source.file,
  ];
  const end = await runChild(engines.office.path!, args, child);
  assertDone(end);
  // It ends well also where it made nothing.
  const made = (await readdir(out)).find((name) => name.endsWith('.pdf'));
  if (made === undefined) throw new Unconvertible(/password/i.test(end.output) ? 'password' : 'damaged');
  return path.join(out, made);
}

function assertDone({ stopped, code, output }: ChildEnd): void {
  if (stopped !== null) throw new ConverterCrash(stopped, output);
  if (code !== 0) throw new ConverterCrash('crash', output);
}

async function countPages(file: string, child: ChildLimits): Promise<number> {
  const end = await runChild('/usr/bin/pdfinfo', [file], child);
  if (end.stopped !== null) throw new ConverterCrash(end.stopped, end.output);
  if (end.code !== 0) throw new Unconvertible(/password/i.test(end.output) ? 'password' : 'damaged');
  return Number(/^Pages:\s+(\d+)/m.exec(end.output)?.[1] ?? 0);
}

/** Draws one page of a PDF as a PNG; answers where it lies. */
export async function drawPage(
  pdf: string,
  { page, dpi, folder, isolated }: { page: number; dpi: number; folder: string; isolated: boolean },
): Promise<string> {
  const out = path.join(folder, `page-${page}`);
  const child: ChildLimits = { timeoutMillis: 30_000, memoryMiB: 1_024, folder, isolated };
  const end = await runChild(
    '/usr/bin/pdftoppm',
    ['-png', '-singlefile', '-r', String(dpi), '-f', String(page), '-l', String(page), pdf, out],
    child,
  );
  assertDone(end);
  const file = `${out}.png`;
  if ((await stat(file).catch(() => undefined)) === undefined) throw new Unconvertible('damaged');
  return file;
}
