import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { startHouse, benchPassword } from './lib/house.ts';
import { changePage } from './lib/page-change.ts';
const house = await startHouse('/tmp/bench10k');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'] });
let state: any;
for (let i = 0; i < 3; i++) {
  const context = await browser.newContext({ ...(state && { storageState: state }), locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  if (!state) {
    await page.goto(`${house.address}/login`);
    await page.locator('input[name=account]').fill('admin');
    await page.locator('input[autocomplete=current-password]').fill(benchPassword);
    await page.locator('button[type=submit]').click();
    await page.waitForURL((u: URL) => u.pathname === '/home');
    state = await context.storageState();
  } else await page.goto(house.address + '/home');
  await page.locator('h1').first().waitFor();
  await new Promise(r => setTimeout(r, 4000));
  const cdp = await context.newCDPSession(page);
  if (i === 2 && process.env.PROFILE) { await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 }); await cdp.send('Profiler.start'); }
  else if (i > 0) await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing', 'v8.execute', 'disabled-by-default-devtools.timeline', 'loading'] });
  const ms = await changePage(page, { route: '/muc_user_management', content: '.whk-rows .whk-open' });
  if (i === 2 && process.env.PROFILE) { const { profile } = await cdp.send('Profiler.stop'); writeFileSync('/tmp/prof/people.cpuprofile', JSON.stringify(profile)); }
  else if (i > 0) { const b = await browser.stopTracing(); writeFileSync(`/tmp/prof/trace${i}.json`, b); }
  console.log(ms);
  const ms2 = await changePage(page, { route: '/home', content: 'h1' }); 
  const ms3 = await changePage(page, { route: '/muc_user_management', content: '.whk-rows .whk-open' });
  console.log(ms2, ms3);
  await context.close();
}
await browser.close(); await house.stop(); process.exit(0);
