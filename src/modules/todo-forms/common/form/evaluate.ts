import type { AcceptedInput, FormContext, FormData, FormIssue, FormState } from './evaluate.types.ts';
import type { FormVersion } from './version.ts';

/**
 * The form as it stands now: per field whether it is visible, required and read-only, its value, its choices and what is wrong with it. Pure:
 * the same answer on the server, in the console and on terminals.
 */
export declare function evaluateForm(version: FormVersion, context: FormContext): FormState;

/**
 * Takes what a person sends with an action: what is hidden is dropped, what is read-only must equal the item's, and everything that is required
 * by the stage, a rule or the action must be there.
 */
export declare function acceptInput(version: FormVersion, context: FormContext, action: string): AcceptedInput;

/** Why data that a system pushes do not fit a version; without issues they do. Members that the version does not know are let through. */
export declare function checkData(version: FormVersion, data: FormData): readonly FormIssue[];
