import { existsSync } from 'node:fs';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

/** How a bench starts Chromium: `CHROMIUM`, else the one that is installed. */
export const chromiumOptions = {
  executablePath: process.env['CHROMIUM'] ?? usual.find((one) => existsSync(one)) ?? usual[0]!,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
};
