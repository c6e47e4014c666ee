import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { cpuSeconds } from '../src/kit/testing/cpu-time.ts';

// Notes what each test file costs, with all it starts, for the sum at the end of `npm test`. The server of databases is the run's own.
const notes = process.env['CPU_NOTES'];
const kept = globalThis as { cpuBefore?: number };

if (notes)
  afterAll(() => {
    const now = cpuSeconds();
    const file = path.relative(path.resolve(import.meta.dirname, '..'), expect.getState().testPath ?? '');
    appendFileSync(notes, `${JSON.stringify({ file, seconds: now - (kept.cpuBefore ?? 0) })}\n`);
    kept.cpuBefore = now;
  });
