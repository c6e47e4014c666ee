import type { Step, StepName } from './context.ts';
import { CallFailure, type CallClass } from './failure.ts';

/** The steps of one call with their times. */
export class Trace {
  readonly steps: Step[] = [];
  readonly #began = performance.now();

  /** Milliseconds since the call began. */
  elapsed(): number {
    return round(performance.now() - this.#began);
  }

  /** Runs a step; what it answers may say what it saw. */
  async step<T>(step: StepName, work: () => Promise<T> | T, told?: (result: T) => { detail?: string; data?: unknown }): Promise<T> {
    const from = this.elapsed();
    try {
      const result = await work();
      this.steps.push({ step, state: 'done', from, ms: round(this.elapsed() - from), ...told?.(result) });
      return result;
    } catch (error) {
      const how: CallClass = error instanceof CallFailure ? error.class : 'internal';
      const reason =
        error instanceof CallFailure && typeof error.facts.params?.['reason'] === 'string' ? `: ${error.facts.params['reason']}` : '';
      this.steps.push({ step, state: 'failed', from, ms: round(this.elapsed() - from), detail: `${how}${reason}` });
      throw error;
    }
  }

  /** Notes a step that was not needed. */
  skip(step: StepName, detail: string): void {
    this.steps.push({ step, state: 'skipped', from: this.elapsed(), ms: 0, detail });
  }
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;
