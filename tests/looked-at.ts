import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isNightly } from './share.ts';

/** Whether each state is looked at in every language, theme and width: where there is time for it. */
export const everyLook = process.env['LOOKS'] === 'all' || isNightly;

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; html: string }[];
}

const rules = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What lies over a page and is looked at without it. */
const over = '[role=dialog]';
/** What hangs at the end of the document, whatever it belongs to. */
const hanging = ['select-dropdown', 'picker-dropdown', 'dropdown', 'popover', 'tooltip', 'message', 'notification'];

/** States in which a test file found no fault, by file. */
const clean = new Map<string, Set<string>>();
const frame = 'the frame';

function cleanStates(): Set<string> {
  const file = expect.getState().testPath ?? '';
  return clean.get(file) ?? clean.set(file, new Set()).get(file)!;
}

/** How a page is looked at. */
interface Closer {
  /** Name of the page's state: in a second theme or width of the same file what was without fault is only drawn. */
  state?: string;
  /** The whole document, also where the frame around the page was seen before. */
  whole?: boolean;
}

/**
 * What axe finds against WCAG 2.2 AA, one line for each fault. The first look of a test file takes in the whole document, later ones what
 * is new: dialogs and drawers where some are open, else the page inside its frame. Colours of the other theme: tests/checks/colours.test.ts.
 */
export async function faultsOf(page: Page, { state, whole = false }: Closer = {}): Promise<string[]> {
  const seen = cleanStates();
  if (state !== undefined && !everyLook && seen.has(state)) return [];
  const isFramed = (await page.locator('#wh-main').count()) > 0;
  const isCovered = (await page.locator(`${over}:visible`).count()) > 0;
  const faults = await facedBy(page, { whole: whole || !(isFramed ? seen.has(frame) : isCovered) });
  if (faults.length > 0) return faults;
  if (isFramed && !isCovered) seen.add(frame);
  if (state !== undefined) seen.add(state);
  return [];
}

async function facedBy(page: Page, { whole }: { whole: boolean }): Promise<string[]> {
  // evaluate runs outside the page's policy, which forbids scripts that the server did not sign.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axeSource);
  const parts = `(() => {
    const shown = (part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const above = [...document.querySelectorAll('${over}')].filter(shown);
    const hung = [...document.querySelectorAll('${hanging.map((name) => `body > * .ant-${name}, body > .ant-${name}`).join(', ')}')].filter(shown);
    return [...(above.length > 0 ? above : document.querySelectorAll('#wh-main')), ...hung];
  })()`;
  const where = whole ? 'document' : `{ include: ${parts} }`;
  // Words of what is switched off need no contrast (WCAG 2.2, 1.4.3); axe does not see that a choice in a disabled list is.
  const found = await page.evaluate<
    Violation[]
  >(`axe.run(${where}, ${JSON.stringify({ ...rules, preload: whole })}).then(({ violations }) =>
    violations.map((one) => one.id === 'color-contrast'
      ? { ...one, nodes: one.nodes.filter(({ target }) => !document.querySelector(target.join(' '))?.closest('.ant-select-disabled')) }
      : one))`);
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.html.slice(0, 160)}`));
}
