import { expect, test } from 'vitest';
import { niceTop, shortNumber } from './draw-blocks.ts';
import type { PdfDocument, PdfLanguage } from './pdf-document.ts';
import { pagesOf } from './read-pages.ts';
import { writePdf } from './write-pdf.ts';

const chinese = '管理员“张伟”修改了 3 名员工，失败。';
const japanese = 'ログのレポート：直近の失敗（角・骨）';
const english = 'Somebody changed the rights of a role – naïve & <b>bold</b> =1+1';

const sample = (language: PdfLanguage): PdfDocument => ({
  language,
  title: chinese,
  subtitle: japanese,
  author: 'Author',
  at: Date.UTC(2026, 2, 9, 6),
  footer: english,
  blocks: [
    { kind: 'facts', facts: [{ label: 'Filters', value: `${chinese}${japanese}${english}` }] },
    { kind: 'figures', figures: [{ label: '合計', value: '12,345', tone: 'plain' }] },
    { kind: 'note', text: '🙂 김철수 Dvořák Łuczyński Nguyễn Şahin Иван Ωμέγα' },
    { kind: 'heading', text: '按天' },
    {
      kind: 'bars',
      legend: [
        { name: '成功', tone: 'good' },
        { name: '拒绝', tone: 'warning' },
      ],
      bars: Array.from({ length: 31 }, (_, day) => ({ label: `03-${day + 1}`, values: [day, 31 - day] })),
    },
    {
      kind: 'meters',
      groups: [{ title: 'モジュール', meters: [{ label: '员工', value: '7', part: 1 }] }],
    },
    {
      kind: 'table',
      columns: [
        { title: 'Zeile 行', width: 0.3 },
        { title: 'What', width: 0.7 },
      ],
      rows: Array.from({ length: 60 }, (_, row) => [`No ${row + 1}`, `${english} ${'x'.repeat(row * 8)}`]),
    },
  ],
});

test('A document holds its Chinese, Japanese and English text so that it can be selected, on numbered pages', async () => {
  for (const language of ['zh_CN', 'ja_JP'] as const) {
    const written = await writePdf(sample(language));
    expect(written.subarray(0, 5).toString()).toBe('%PDF-');
    // Letters that are used alone, not whole typefaces of megabytes.
    expect(written.length).toBeLessThan(400_000);
    const pages = await pagesOf(written);
    const all = pages.join(' ');
    expect(pages[0]).toContain(`${chinese} ${japanese}`);
    for (const text of ['12,345', '按天', '成功', '03-1', 'モジュール', 'No 60']) expect(all).toContain(text);
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, page] of pages.entries()) expect(page).toContain(`${english} ${at + 1} / ${pages.length}`);
    // What no typeface has is seen to be missing; what does not fit ends in dots; the head of a table stands on each page.
    expect(all).toContain('□ □□□ Dvořák Łuczyński Nguyễn Şahin Иван Ωμέγα');
    expect(all).toMatch(/x…/);
    expect(pages.slice(1).every((page) => page.includes('Zeile 行'))).toBe(true);
  }
});

test('Setting ends when the job it belongs to does', async () => {
  const job = new AbortController();
  const written = writePdf(sample('en_US'), job.signal);
  job.abort();
  await expect(written).rejects.toThrow(/aborted/);
});

test('An axis ends at a round number', () => {
  expect([1, 3, 7, 11, 99, 101, 4_100, 70_000].map(niceTop)).toEqual([1, 4, 8, 20, 100, 200, 5_000, 80_000]);
  expect([999, 20_000, 4_000_000].map(shortNumber)).toEqual(['999', '20 k', '4 M']);
});
