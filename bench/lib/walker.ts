import type { Locator, Page } from 'playwright-core';

/** What one job took. */
export interface Walked {
  clicks: number;
  /** Fields that were typed into. */
  texts: number;
  millis: number;
}

/** Does a job as somebody with a mouse: what is clicked and typed is counted, from the first of it until the job is done. */
export class Walker {
  readonly page: Page;
  #clicks = 0;
  #texts = 0;
  #began = 0;

  constructor(page: Page) {
    this.page = page;
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

  /** What floats over the page and is open: a list of choices. */
  choice(text: string | RegExp): Locator {
    return this.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').filter({ hasText: text });
  }
}
