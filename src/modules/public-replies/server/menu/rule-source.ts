import type { Db } from '#kit/server/directory.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';

/** The keyword rules as menus need them. */
export interface RuleSource {
  /** Names of those of these rules that the account has and that are enabled, by id. */
  names(db: Db, snoId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The enabled rules of an account in their order. */
  list(db: Db, snoId: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Answers a person as the rule does; what it answers follows as messages. */
  answer(call: ClientCall, asked: { readonly snoId: string; readonly employeeId: string; readonly ruleId: string; readonly messageId: string }): Promise<void>;
}

let source: RuleSource | undefined;

/** The area of keyword rules says once what it has, when it is loaded. */
export const ruleSource = {
  use: (rules: RuleSource): void => void (source = rules),
  current: (): RuleSource | undefined => source,
};
