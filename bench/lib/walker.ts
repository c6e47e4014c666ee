import type { Locator, Page } from 'playwright-core';
import type { Slapd } from '../../tests/peers/slapd.ts';

/** What one job took. */
export interface Walked {
  clicks: number;
  /** Fields that were typed into. */
  texts: number;
  millis: number;
}

/** A job as users do it. */
export interface Job {
  name: string;
  /** The clicks that it may take at most. */
  most: number;
  /** What is counted, where it is not clicks. */
  unit?: 'keys';
  /** Where it begins; where the one before left off without such a page. */
  from: string;
  walk: (by: Walker) => Promise<void>;
}

/** Does a job as somebody with a mouse: what is clicked and typed is counted, from the first of it until the job is done. */
export class Walker {
  readonly page: Page;
  readonly directory: Slapd;
  #clicks = 0;
  #texts = 0;
  #began = 0;

  constructor(page: Page, directory: Slapd) {
    this.page = page;
    this.directory = directory;
  }

  /** Begins to count. */
  begin(): void {
    [this.#clicks, this.#texts, this.#began] = [0, 0, performance.now()];
  }

  end(): Walked {
    return { clicks: this.#clicks, texts: this.#texts, millis: performance.now() - this.#began };
  }

  async click(target: Locator): Promise<void> {
    await target.first().click();
    this.#clicks += 1;
  }

  async type(target: Locator, text: string): Promise<void> {
    await target.first().fill(text);
    this.#texts += 1;
  }

  /** A file is chosen: the click that opens the choice of the system, and one in it. */
  async choose(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await target.first().setInputFiles(file);
    this.#clicks += 2;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.#clicks += 1;
  }

  /** Goes on by Tab until something has the focus: each key counts. */
  async tabTo(target: Locator, most = 150): Promise<void> {
    await target.first().waitFor();
    for (let step = 0; step < most; step += 1) {
      if (await target.first().evaluate((element) => element === document.activeElement)) return;
      await this.press('Tab');
    }
    throw new Error(`No Tab leads to ${target}`);
  }

  /** Types what is looked for into a field, and clicks what is found. */
  async pick(field: Locator, text: string, found = text): Promise<void> {
    await this.type(field, text);
    await this.click(this.choice(found));
  }

  /** Opens a list of choices, and clicks one. */
  async select(field: Locator, text: string | RegExp): Promise<void> {
    await this.click(field);
    await this.click(this.choice(text));
  }

  /** What floats over the page and is open: a list of choices. */
  choice(text: string | RegExp): Locator {
    return this.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').filter({ hasText: text });
  }

  /** A button of the page; a name in full is the whole name. */
  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
  }

  /** What is open over the page. */
  dialog(): Locator {
    return this.page.getByRole('dialog').filter({ visible: true });
  }

  /** Clicks a button of what was opened last. */
  answer(name: string | RegExp): Promise<void> {
    return this.click(this.button(name, this.dialog().last()));
  }

  /** Waits for a message. */
  said(text: string | RegExp): Promise<void> {
    return this.page.locator('.ant-message').getByText(text).first().waitFor();
  }

  /** Does one of the actions behind the dots of the only row. */
  async act(action: string): Promise<void> {
    await this.click(this.page.locator('.whk-table').getByRole('button', { name: /^Actions for/ }));
    await this.click(this.button(action, this.page.locator('.whk-actions')));
  }
}
