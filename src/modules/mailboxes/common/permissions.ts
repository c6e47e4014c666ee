import { mailAndAutomationGroup } from './menu-group.ts';

/** Every page of the module. */
export const mailboxesPages = [mailAndAutomationGroup] as const;
