import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where the minutes go; what stands first begins first. Everything else follows in the runner's own order. */
const long = [
  /tests\/generators\./,
  /tests\/faults\/starts\./,
  /tests\/conformance\/(fuzz|dry-run)\./,
  /tests\/demo\./,
  /tests\/pages\//,
  /cleaning-faults\./,
  /tests\/(journeys|faults)\//,
];

/** A fresh clone remembers no earlier run: without this the longest file may begin last, and one core waits for it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = long.findIndex((pattern) => pattern.test(moduleId));
      return at < 0 ? long.length : at;
    };
    return (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right));
  }
}
