import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes down by name what passed only when it was tried again, one a line, for the end of `npm test`. */
export default class Retried implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env['RETRIED'];
    if (!file) return;
    const names = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
        .map((test) => `${module.relativeModuleId}: ${test.fullName}`),
    );
    writeFileSync(file, names.map((name) => `${name}\n`).join(''));
  }
}
